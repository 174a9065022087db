"""How often honest players are asked, and how long they wait: games kept, added up and put on a page."""
