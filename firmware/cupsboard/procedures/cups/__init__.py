"""Procedures that belong to Cups."""
