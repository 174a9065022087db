"""Text formats without files: strict decoding, the places of values in TOML, and SVG."""
