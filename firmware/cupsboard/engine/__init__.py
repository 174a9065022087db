"""What would be good to play: over the rules alone, without board, hands or lights."""
