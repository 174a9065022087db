"""One run from one seed: a game, a calibration, an examination, a power cut."""
