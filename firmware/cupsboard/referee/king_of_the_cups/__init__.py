"""The referee of King of the Cups: set-up, hands at home, rolls, races, and the judgement of grabs."""
