"""The carrier bears every part of the netlist that belongs there, and leads every net out that leaves it."""

from cupsboard import profile

from hardware.carrier.placed import SIZE, carrier, missing
from hardware.circuit.netlist import CARRIER, PI, netlist
from hardware.parts.electronics import CARRIER_SIZE

BOARD = profile.load("2x4")
PLACED = carrier(BOARD)


def test_no_part_of_the_carrier_is_missing_and_none_is_there_twice() -> None:
    assert missing(BOARD) == set()
    assert len({each.name for each in PLACED}) == len(PLACED)


def test_each_pad_of_a_part_is_on_the_net_of_its_pin() -> None:
    joined = netlist(BOARD)
    for each in PLACED:
        part = joined.parts.get(each.name)
        if part is not None:
            nets = [joined.net_of(part.name, pin.number) or "" for pin in part.pins]
            assert sorted(each.nets.values()) == sorted(nets)


def test_every_net_that_leaves_the_carrier_has_a_connector() -> None:
    joined = netlist(BOARD)
    led_out = {net for each in PLACED if each.name.startswith("X-") for net in each.nets.values()}
    for net, ends in joined.nets.items():
        sites = {joined.parts[end.part].at for end in ends} - {PI}
        if CARRIER in sites and len(sites) > 1:
            assert net in led_out, net


def test_the_carrier_is_as_large_as_its_place_under_the_base() -> None:
    assert SIZE == CARRIER_SIZE
