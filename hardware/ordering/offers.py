"""Numbers and prices of parts, each with its public source; what has none says to look it up.

A price is a shop's for one piece on the day it was read, without tax and carriage. "As others read it":
public parts lists quote it as the shop's, with a link to the source. Prices change: look at the source again.
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
        "12 September 2026, as others read it",
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
    "computer": Offer(
        "Adafruit 6008 (Raspberry Pi Zero 2 WH, its pins soldered)",
        19.80,
        "not dated, as others read it",
        "https://www.adafruit.com/product/6008",
        "any of Zero 2 W, 3, 4, 5",
    ),
    "supply": Offer(
        "Adafruit 1466 (5 V, 4 A)",
        14.95,
        "5 October 2026, as others read it",
        "https://www.adafruit.com/product/1466",
        "any of 5 V and the amperes of this row, or more",
    ),
    "jack": Offer(
        "Adafruit 368 (2.1 mm jack with screws)",
        2.00,
        "5 October 2026, as others read it",
        "https://www.adafruit.com/product/368",
        "any jack for that plug",
    ),
    "button": Offer(
        "Adafruit 1445 (16 mm, closes while it is pressed)",
        None,
        "",
        "https://www.adafruit.com/product/1445",
        "any that joins two wires; the deck's hole is 16 mm wide",
    ),
    "buzzer": Offer(
        "Adafruit 1536 (active, 5 V)",
        0.95,
        "not dated, as others read it",
        "https://www.adafruit.com/product/1536",
        "any active buzzer for 5 V",
    ),
    "ribbon": Offer(
        "Adafruit 1988 (40 pins)",
        2.95,
        "not dated, as others read it",
        "https://www.adafruit.com/product/1988",
        "any of 40 pins that is 150 mm long, or longer",
    ),
    "fuse": Offer(
        "Littelfuse 0218002.MXP (2 A, slow)",
        None,
        "",
        "https://www.littelfuse.com/assetdocs/littelfuse_fuse_218_datasheet.pdf",
        "any slow one of 2 A, 5 × 20 mm",
    ),
    "74AHC125": Offer(
        "Texas Instruments SN74AHC125N; DigiKey 296-4531-5-ND",
        None,
        "",
        "https://www.ti.com/product/SN74AHC125",
        "74HC125 as DIP-14",
    ),
    "74AHCT125": Offer(
        "Adafruit 1787; Texas Instruments SN74AHCT125N; DigiKey 296-4655-5-ND",
        1.50,
        "not dated, as others read it",
        "https://www.adafruit.com/product/1787",
        "74HCT125 as DIP-14: with the 1 kΩ before its input, which the list has",
    ),
    **{
        f"resistor {value}": Offer(
            f"Stackpole {number} (0.25 W, 5 %)",
            price_usd,
            "not dated, as others read it" if price_usd else "",
            f"https://www.digikey.com/en/products/detail/stackpole-electronics-inc/{number}/{page}",
            "any of 0.25 W, 5 %",
        )
        for value, number, page, price_usd in (
            ("1 kΩ", "CF14JT1K00", 1741314, 0.10),
            ("10 kΩ", "CF14JT10K0", 1741265, 0.10),
            ("330 Ω", "CF14JT330R", 1741399, 0.10),
            ("100 Ω", "CF14JT100R", 1741261, None),
        )
    },
    "transistor": Offer(
        "onsemi 2N3904BU",
        0.29,
        "not dated, as others read it",
        "https://www.digikey.com/en/products/detail/onsemi/2N3904BU/1413",
        "BC547, whose legs are in the other order",
    ),
    "signal diode": Offer(
        "Vishay 1N4148-TAP",
        None,
        "",
        "https://www.vishay.com/docs/81857/1n4148.pdf",
        "any 1N4148",
    ),
    "socket": Offer(
        "Assmann A 14-LC-TT",
        None,
        "",
        "https://www.digikey.com/en/products/detail/assmann-wsw-components/A-14-LC-TT/821743",
        "any DIP-14 socket, rows 7.62 mm apart",
    ),
    "polarity diode": Offer(
        "Vishay 1N5822-E3/54 (3 A, 40 V, at most 0.525 V at 3 A)",
        None,
        "",
        "https://www.vishay.com/docs/88526/1n5820.pdf",
        "any Schottky diode of 3 A and 20 V or more",
    ),
}
