"""The wire list joins all that the netlist joins, and nothing else."""

from hardware.circuit.netlist import CARRIER, GROUND, PI, netlist
from hardware.circuit.wires import Wire, wires
from hardware.parts.electronics import Electronics


def drawn(built: Electronics) -> tuple[Wire, ...]:
    return wires(netlist(built.profile), built.sites())


def test_the_wires_of_a_net_join_all_its_sites(electronics: Electronics) -> None:
    joined, all_wires = netlist(electronics.profile), drawn(electronics)
    for net, ends in joined.nets.items():
        own = [wire for wire in all_wires if wire.net == net]
        sites = {joined.parts[end.part].at for end in ends}
        reached, grown = {min(sites)}, True
        while grown:
            near = {
                site
                for wire in own
                if reached & {wire.start_at, wire.end_at}
                for site in (wire.start_at, wire.end_at)
            }
            grown, reached = not near <= reached, reached | near
        assert reached == sites, net


def test_both_ends_of_every_wire_are_pins_of_its_net(electronics: Electronics) -> None:
    joined = netlist(electronics.profile)
    for wire in drawn(electronics):
        assert wire.start in joined.nets[wire.net]
        assert wire.end in joined.nets[wire.net]
        assert (joined.parts[wire.start.part].at, joined.parts[wire.end.part].at) == (
            wire.start_at,
            wire.end_at,
        )
        assert wire.start_at != wire.end_at


def test_ground_goes_to_the_pi_by_all_its_pins(electronics: Electronics) -> None:
    grounds = [
        wire for wire in drawn(electronics) if wire.net == GROUND and PI in (wire.start_at, wire.end_at)
    ]
    assert len(grounds) == 8


def test_each_module_has_five_wires_to_the_carrier(electronics: Electronics) -> None:
    all_wires = drawn(electronics)
    for place in electronics.profile.places:
        cable = [wire for wire in all_wires if {wire.start_at, wire.end_at} == {CARRIER, place}]
        assert sorted(wire.end.pin for wire in cable) == ["DOUT", "GND", "SCK", "VCC", "VDD"]
        assert len({wire.length_mm for wire in cable}) == 1
        assert 100 <= cable[0].length_mm <= 1000
