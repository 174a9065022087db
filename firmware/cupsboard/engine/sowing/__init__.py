"""Who plays games that sow rows of cups in one lap: their rules as values, search and learnt evaluation."""
