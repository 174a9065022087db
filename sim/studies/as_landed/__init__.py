"""Many games whose order counts: kept, added up and put on a page."""
