"""What players see and hear: lights, tones, sentences, guidance, and the computer's moves."""
