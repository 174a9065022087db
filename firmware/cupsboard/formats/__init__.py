"""Formats: files read whole and within limits, strict decoding, positions in TOML, and SVG."""
