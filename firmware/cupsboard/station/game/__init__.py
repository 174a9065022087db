"""The game that a station referees: wished for, saved, shared, begun."""
