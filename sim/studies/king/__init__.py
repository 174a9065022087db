"""Many games of King of the Cups: kept, added up and put on a page."""
