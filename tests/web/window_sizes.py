"""The windows in which the page is tried: phones held either way, a tablet, laptops, a desktop."""

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1440, 900))
"""Width and height in CSS pixels."""
HAVE_TOUCH = SIZES[:4]
