"""The page of a station: what it publishes, and what owners may read and order there."""
