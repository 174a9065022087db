"""A calibration is proved: gains that are off and cups that sit otherwise are named, nothing else."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cupsboard.procedures.calibration.proof import Proof, Proving
from cupsboard.procedures.reference_masses import reference
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
CUP, POT = Place("south-1"), Place("north-pot")


class Proved:
    """A simulated board whose calibration is proved by a maker who obeys the lights."""

    def __init__(
        self,
        *,
        change: Callable[[Calibration], Calibration] = lambda drawn: drawn,
        known_grams: float = 100.0,
        seed: int = 3,
    ) -> None:
        self.world = CalibrationWorld(
            CalibrationSetup(seed, reference=reference("100 g"), switched_on=EVENING, cups=2)
        )
        drawn = self.world.calibration
        known = {place: replace(each, reference_grams=known_grams) for place, each in drawn.places.items()}
        self.calibration = change(replace(drawn, places=known))
        cells = self.world.profile.places
        self.proving = Proving(self.calibration, cells, has_cups=True)
        self.said: list[str] = []

    def run(self) -> Proof:
        self.world.run(self.proving, 300.0, self._listen, lambda: self.world.maker.has_given_up)
        return self.proving.proof

    def _listen(self, _: float, message: Message) -> None:
        if [message.key] != self.said[-1:]:
            self.said.append(message.key)


def with_gain(place: Place, times: float) -> Callable[[Calibration], Calibration]:
    def change(drawn: Calibration) -> Calibration:
        values = drawn.places[place]
        wrong = replace(values, counts_per_gram=values.counts_per_gram * times)
        return replace(drawn, places={**drawn.places, place: wrong})

    return change


def test_a_sound_calibration_reads_the_known_mass_and_cups_read_as_before_when_put_back() -> None:
    proved = Proved()
    proof = proved.run()
    assert proved.proving.is_finished
    assert proof.is_good
    assert set(proof.masses) == set(proof.seats) == set(proved.world.profile.places)
    assert max(map(abs, proof.seats.values())) < 0.1
    assert [line.endswith(": right") for line in map(say, proof.said)] == [True] * 6 + [False]


@pytest.mark.long("another board that is proved")
def test_a_gain_that_is_off_is_named_with_what_it_read_and_the_command_that_mends_it() -> None:
    proof = Proved(change=with_gain(POT, 1.03)).run()
    assert [place for place, each in proof.masses.items() if not each.is_right] == [POT]
    (line,) = [each for each in map(say, proof.said) if "cupsboard calibrate" in each]
    assert line.startswith("North's pot: 97.")
    assert "-2." in line
    assert line.endswith("cupsboard calibrate --place north-pot")


@pytest.mark.long("another board that is proved")
def test_a_mass_of_unknown_weight_is_compared_with_itself() -> None:
    assert Proved(known_grams=0.0).run().is_good
    assert not Proved(known_grams=0.0, change=with_gain(POT, 1.03)).run().is_good


@pytest.mark.long("another board that is proved")
def test_a_cup_that_sits_otherwise_when_it_is_put_back_is_named_in_beans() -> None:
    proved = Proved()
    put_back = proved.world.table.put_back

    def put_back_aslant(place: Place, cup: object, time: float) -> None:
        put_back(place, cup, time)  # type: ignore[arg-type]
        if place == CUP:
            proved.world.table.push(place, 0.4, time)

    proved.world.table.put_back = put_back_aslant  # type: ignore[method-assign,assignment]
    proof = proved.run()
    assert list(proof.odd_seats) == [CUP]
    assert proof.seats[CUP] == pytest.approx(0.4, abs=0.05)
    assert "see that the cup sits flat" in say(proof.said[-1])


def test_a_hold_leaves_out_each_part_and_nothing_is_said_to_be_proved() -> None:
    proved = Proved()
    proving = proved.proving
    for tenth in range(60):
        edges = {5: True, 17: False, 35: True, 47: False}
        pressed = [Edge("south", edges[tenth], tenth / 10)] if tenth in edges else []
        proving.step(tenth / 10, None, pressed)
    assert proving.is_finished
    assert proving.proof.said == ()
