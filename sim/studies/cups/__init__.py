"""Campaigns: many seeded moves and faults through the recogniser, counted, beside simpler methods."""
