"""Calibrations by people who slip once."""
