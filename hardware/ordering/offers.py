"""Numbers and prices of parts, each with its public source; what has none says to look it up.

A price is a shop's for one piece on the day it was read, without tax and carriage. Prices change: look at the
source again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

LOOK_UP = "look up"


@dataclass(frozen=True, slots=True)
class Offer:
    """A part as one shop or maker has it. `price` is for one piece; None where no source is known."""

    number: str
    price_usd: float | None
    read: str
    """When the price was read."""
    source: str
    alternative: str = ""


OFFERS: Mapping[str, Offer] = {
    "load cell": Offer(
        "SparkFun SEN-14728 (TAL221, 500 g)",
        15.50,
        "November 2026",
        "https://www.sparkfun.com/products/14728",
        "another bar with two holes at each end: hardware/README.md, Which load cell",
    ),
    "module": Offer(
        "Adafruit 5974",
        9.95,
        "November 2026",
        "https://www.adafruit.com/product/5974",
        "SparkFun SEN-13879 (10 to 11.50 USD)",
    ),
    "strip": Offer(
        "Pololu 2549 (1 m, 60 pixels)",
        24.95,
        "not dated",
        "https://www.pololu.com/product/2549",
        "any WS2812B strip of 60 pixels a metre; SK6812 RGB",
    ),
    "74AHC125": Offer(
        "Texas Instruments SN74AHC125N; DigiKey 296-4531-5-ND",
        None,
        "",
        "https://www.ti.com/product/SN74AHC125",
        "74HC125 as DIP-14",
    ),
    "74AHCT125": Offer(
        "Texas Instruments SN74AHCT125N; DigiKey 296-4655-5-ND",
        None,
        "",
        "https://www.ti.com/product/SN74AHCT125",
        "74HCT125 as DIP-14: with the 1 kΩ before its input, which the list has",
    ),
    "polarity diode": Offer(
        "1N5822 (3 A, 40 V, at most 0.525 V at 3 A)",
        None,
        "",
        "https://pdf.datasheet.directory/66bc3b38/diodes.com/1N5820.html",
        "any Schottky diode of 3 A and 20 V or more",
    ),
}
