"""The table of King of the Cups: nine cups on nine spots, trays round them, and hands that race."""
