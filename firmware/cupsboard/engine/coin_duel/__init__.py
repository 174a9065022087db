"""Who plays Coin Duel."""
