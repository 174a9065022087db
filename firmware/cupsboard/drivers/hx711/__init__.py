"""The HX711 bank: one clock for all chips, and a reader that knows when each of them converts."""
