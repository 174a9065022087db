"""What outlives a power cut: calibrations, knowledge, games and corrections."""
