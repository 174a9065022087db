"""Games of people who wait, hurry and fidget: whether each gets the turn that they mean."""
