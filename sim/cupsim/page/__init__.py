"""The board as a page: the laptop's hands, requests and disturbances."""
