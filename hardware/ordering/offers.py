"""Numbers and prices of parts, each with its public source; what has none says to look it up.

A price is a shop's for one piece on the day it was read, without tax and carriage. "As others read it":
public parts lists quote it as the shop's, with a link to the source. Prices change: look at the source again.
Screws are ordered by their standard: the source is a page that has its measures.
"""

from collections.abc import Mapping
from dataclasses import dataclass

LOOK_UP = "look up"


def _digikey(number: str) -> str:
    """Return where that shop shows what it has under a number."""
    return f"https://www.digikey.com/en/products/result?keywords={number}"


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
        "SparkFun SEN-13879, which has the same two supply pins",
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
        "20 December 2025, as others read it",
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
            0.10,
            "not dated, as others read it",
            f"https://www.digikey.com/en/products/detail/stackpole-electronics-inc/{number}/{page}",
            "any of 0.25 W, 5 %",
        )
        for value, number, page in (
            ("1 kΩ", "CF14JT1K00", 1741314),
            ("10 kΩ", "CF14JT10K0", 1741265),
            ("330 Ω", "CF14JT330R", 1741399),
            ("100 Ω", "CF14JT100R", 1741261),
        )
    },
    "transistor": Offer(
        "onsemi 2N3904BU",
        0.29,
        "22 September 2026, as others read it",
        "https://www.digikey.com/en/products/detail/onsemi/2N3904BU/1413",
        "any 2N3904 with wires; not a BC547, whose legs are in the other order",
    ),
    "signal diode": Offer(
        "onsemi 1N4148 (DO-35)",
        0.06,
        "10 July 2026, as others read it",
        _digikey("1N4148"),
        "any 1N4148 with wires, such as Vishay 1N4148-TAP",
    ),
    "socket": Offer(
        "Assmann A 14-LC-TT",
        0.32,
        "not dated, as others read it",
        "https://www.digikey.com/en/products/detail/assmann-wsw-components/A-14-LC-TT/821743",
        "any DIP-14 socket, rows 7.62 mm apart",
    ),
    "polarity diode": Offer(
        "MCC 1N5822-TP (3 A, 40 V)",
        0.61,
        "10 July 2026, as others read it",
        _digikey("1N5822-TP"),
        "Vishay 1N5822-E3/54, or any Schottky diode of 3 A and 20 V or more",
    ),
    "supply of the computer": Offer(
        "CanaKit 5 V, 2.5 A with micro-USB plug (Amazon B00MARDJZ4)",
        9.95,
        "20 December 2025, as others read it",
        "https://www.amazon.com/dp/B00MARDJZ4",
        "Adafruit 1995, or Raspberry Pi's own for that model; a 4 and a 5 have a USB-C plug and want more",
    ),
    "card": Offer(
        "SanDisk 32 GB, A1 (Amazon B08GY9NYRM)",
        8.49,
        "20 December 2025, as others read it",
        "https://www.amazon.com/dp/B08GY9NYRM",
        "any of 16 GB or more marked A1",
    ),
    "header": Offer(
        "Adafruit 2822 (2 × 20 pins)",
        0.95,
        "19 June 2019, as others read it",
        "https://www.adafruit.com/product/2822",
        "any of 2 × 20 pins, 2.54 mm apart",
    ),
    "fuse clip": Offer(
        "Littelfuse 01110501Z",
        None,
        "",
        _digikey("01110501Z"),
        "any clip for fuses of 5 × 20 mm with two legs 5 mm apart for holes of 1.05 mm",
    ),
    **{
        f"terminal of {poles}": Offer(
            f"Phoenix Contact MPT 0,5/ {poles}-2,54",
            None,
            "",
            _digikey(f"MPT%200,5%2F%20{poles}-2,54"),
            "any with its pins 2.54 mm apart for holes of 1.1 mm; a pin header and plugs; or the wires "
            "soldered into the holes",
        )
        for poles in (2, 3, 5)
    },
    "terminal of the jack": Offer(
        "Phoenix Contact 1715721 (MKDS 1,5/ 2-5,08)",
        None,
        "",
        "https://www.digikey.com/en/products/detail/phoenix-contact/1715721/260631",
        "any with its pins 5.08 mm apart for holes of 1.3 mm",
    ),
    "spacer": Offer(
        "look up: plastic tube, 3 mm bore, 5 mm long; wood screw DIN 7996 - 2.5×16",
        None,
        "",
        "https://bulat-metal.com.ua/ua/shurupyi-din-7996",
        "two nuts M3 as a tube",
    ),
    "capacitor 100 nF": Offer(
        "KEMET C322C104K5R5TA (50 V, leads 5.08 mm apart)",
        None,
        "",
        "https://www.digikey.com/en/products/detail/kemet/C322C104K5R5TA/818105",
        "any ceramic one of 16 V or more with wires 5 mm apart",
    ),
    "capacitor 1000 µF": Offer(
        "Panasonic EEU-FR1A102 (10 V)", None, "", _digikey("EEU-FR1A102"), "any of 1000 µF and 10 V or more"
    ),
    "set screw": Offer(
        "ISO 4026 - M4×25 with a nut ISO 4032 - M4",
        None,
        "",
        "https://engineeringhardware.com/fastener/socket-set-screws/",
        "DIN 913; with a point the tip would dent the bar",
    ),
    **{
        f"{thread} pan head": Offer(
            f"ISO 7045 - {thread}",
            None,
            "",
            "https://fullerfasteners.com/tech/iso-7045-specifications-pan-head-screws-with-cross-recess/",
            "DIN 7985; a head no wider than a pan head's",
        )
        for thread in ("M3", "M4", "M5")
    },
    "round wood screw": Offer(
        "DIN 7996 - 4×16",
        None,
        "",
        "https://bulat-metal.com.ua/ua/shurupyi-din-7996",
        "any of 4 × 16 mm whose head is flat below",
    ),
}
