"""The server of games at a distance: owns their records, judges what is said, tells those who follow."""
