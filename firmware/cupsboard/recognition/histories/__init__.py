"""Read games as histories of acts: `reader` follows several possible worlds from look to look."""
