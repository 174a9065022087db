"""What players are shown and told: lights, tones, sentences, guidance, the computer's moves."""
