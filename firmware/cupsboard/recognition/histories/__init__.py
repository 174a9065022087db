"""Games read as histories of acts: `reader` follows worlds from look to look."""
