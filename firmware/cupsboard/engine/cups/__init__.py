"""Who plays Cups: search, learnt evaluation and exact endings."""
