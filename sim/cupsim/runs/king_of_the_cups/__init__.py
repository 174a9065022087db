"""Whole games of King of the Cups in virtual time: table, board, hands and people from one seed."""
