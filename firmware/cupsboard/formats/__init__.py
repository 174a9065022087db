"""Text formats without files: strict decoding and the places of values in TOML."""
