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
    """A part as one shop or maker has it; a list leaves one without a number out."""

    number: str
    price_usd: float | None
    """None where no source is known."""
    read: str
    """When the price was read."""
    source: str
    alternative: str = ""
    pack: float = 1
    """How many pieces, metres or grams the price is for."""


_LEFT_OUT = Offer("", None, "", "")
"""For what a list can do without."""

OFFERS: Mapping[str, Offer] = {
    "load cell": Offer(
        "SparkFun SEN-14728 (TAL221, 500 g)",
        15.50,
        "November 2026",
        "https://www.sparkfun.com/products/14728",
        "another bar with two holes at each end: hardware/README.md, Which load cell",
    ),
    "module": Offer(
        "Adafruit 5974 (two supply pins: VIO and VIN)",
        9.95,
        "12 September 2026, as others read it",
        "https://www.adafruit.com/product/5974",
        "SparkFun SEN-13879, which has the same two supply pins",
    ),
    "load cell, cheap": Offer(
        "Adafruit 4540 (1 kg, 80 × 12.7 × 12.7 mm); DigiKey 1528-4540-ND",
        3.95,
        "not dated, as others read it",
        "https://www.adafruit.com/product/4540",
        "any bar of that size for 1 kg without a brand, sold as YZC-133; measure its holes before you print",
    ),
    "module, cheap": Offer(
        "green HX711 modules, four in a pack (Amazon B0BLND4VF6)",
        9.00,
        "not dated, as others read it",
        "https://www.amazon.com/dp/B0BLND4VF6",
        "any green HX711 module; its pins: hardware/README.md, Modules with one supply pin",
        pack=4,
    ),
    "regulator": Offer(
        "LD1117V33 (ST, TO-220); Mouser 511-LD1117V33",
        0.80,
        "not dated, as others read it",
        "https://www.mouser.com/c/?q=511-LD1117V33",
        "any of 3.3 V and 0.3 A or more, with the capacitors of its data sheet",
    ),
    "capacitor 10 µF": Offer(
        "any electrolytic one with wires, 10 µF, 16 V; its stripe is minus", None, "", "", ""
    ),
    "computer, cheap": Offer(
        "Raspberry Pi Zero 2 W, without pins",
        15.00,
        "not dated, as others read it",
        "https://www.raspberrypi.com/products/raspberry-pi-zero-2-w/",
        "a Zero 2 WH has its pins",
    ),
    "header of the Pi, cheap": Offer(
        "Adafruit 2822 (2 × 20 pins)",
        0.95,
        "19 June 2019, as others read it",
        "https://www.adafruit.com/product/2822",
        "any of 2 × 20 pins, 2.54 mm apart",
    ),
    **{f"terminal of {poles}, cheap": _LEFT_OUT for poles in (2, 3, 4, 5)},
    "terminal of the jack, cheap": _LEFT_OUT,
    "threadlocker, cheap": _LEFT_OUT,
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
        2.00,
        "not dated, as others read it",
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
            "any with its pins 2.54 mm apart for holes of 1.1 mm, such as TE 282834; pins; or the wires "
            "soldered into the holes",
        )
        for poles in (2, 3, 5)
    },
    "terminal of the jack": Offer(
        "Phoenix Contact 1715721 (MKDS 1,5/ 2-5,08)",
        1.16,
        "not dated, as others read it",
        "https://www.digikey.com/en/products/detail/phoenix-contact/1715721/260631",
        "any with its pins 5.08 mm apart for holes of 1.3 mm",
    ),
    "capacitor 100 nF": Offer(
        "KEMET C322C104K5R5TA (50 V, leads 5.08 mm apart)",
        0.24,
        "not dated, as others read it",
        "https://www.digikey.com/en/products/detail/kemet/C322C104K5R5TA/818105",
        "any ceramic one of 16 V or more with wires 5 mm apart",
    ),
    "capacitor 1000 µF": Offer(
        "Panasonic EEU-FR1A102 (10 V)",
        0.75,
        "not dated, as others read it",
        _digikey("EEU-FR1A102"),
        "any of 1000 µF and 10 V or more",
    ),
    "machine screws": Offer(
        "ISO 7045 (pan head), ISO 4026 (set screw), ISO 4032 (nut), by the sizes beside",
        None,
        "",
        "https://fullerfasteners.com/tech/iso-7045-specifications-pan-head-screws-with-cross-recess/",
        "DIN 7985, DIN 913; a set screw with a point would dent the bar",
    ),
    "wood screws": Offer(
        "DIN 7996 (round head), DIN 7997 (countersunk), by the sizes beside",
        None,
        "",
        "https://bulat-metal.com.ua/ua/shurupyi-din-7996",
        "any of these sizes; the heads in the feet flat below; two nuts M3 as a spacer tube",
    ),
    "wood": Offer("birch plywood, cut by the shop", None, "", "", "any plywood that is flat"),
    "felt": Offer("wool felt 2 mm; bumpers of 10 to 20 mm that stick", None, "", "", "silicone mat"),
    "beans": Offer("dried red kidney beans, a bag", None, "", "", "go stones, glass gems: see the forecast"),
    "beans, cheap": Offer(
        "dried red kidney beans, a bag",
        None,
        "",
        "",
        "large butter beans, 0.9 g each: behind these modules the board asks far less often about them",
    ),
    "perforated board": Offer("prototype board FR4, 2.54 mm, one side", None, "", "", "a larger one, cut"),
    "printed": Offer("print it: its grams are in the filament", 0.0, "", "", "see hardware/README.md"),
    "filament": Offer(
        "transparent PLA, 1 kg (Amazon B08VRM8KZJ)",
        20.00,
        "not dated, as others read it",
        "https://www.amazon.com/dp/B08VRM8KZJ",
        "any PLA or PETG, or a print shop",
        pack=1000,
    ),
    "wire": Offer(
        "22 AWG silicone wire, four colours of 25 feet",
        9.98,
        "not dated, as others read it",
        "https://www.amazon.com/s?k=22+AWG+silicone+wire+4+colors+25ft",
        "any stranded wire of AWG 22 to 24",
        pack=30.4,
    ),
    "threadlocker": Offer(
        "Loctite 243",
        6.00,
        "not dated, as others read it",
        "https://www.amazon.com/s?k=loctite+243",
        "nail varnish",
    ),
    "mass": Offer(
        "20 US nickels: 5.000 g each, 100 g together",
        1.00,
        "their worth",
        "https://www.usmint.gov/learn/coins-and-medals/circulating-coins/coin-specifications",
        "100 g, steel or brass, class M1 (OIML R 111); other coins: `cupsboard calibrate` lists them",
    ),
    "header of the Pi": _LEFT_OUT,
    "solder": Offer(
        "Adafruit 1886 (50 g, rosin core) and 344 (heat-shrink pack)",
        14.20,
        "not dated, as others read it: 9.25 and 4.95",
        "https://www.adafruit.com/product/1886",
        "rosin core solder 0.5 to 1 mm; heat-shrink tube of 2 to 5 mm, or tape",
    ),
}
"""By the names of parts; "NAME, LIST" is what the cheap or the careful list takes in its stead."""
