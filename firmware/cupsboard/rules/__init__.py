"""The games: positions, moves, legality with named reasons, results, notation and records. All pure."""
