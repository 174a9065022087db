"""An evening in a world: whole games one after another on one tracker, every look held against the truth.

The tracker is used as the board uses it: it looks at every still table, doubt is looked at twice before it is
kept, cups in the air are lifted, and after a move the table is agreed. Where the board asks or is wrong, the
evening goes on as it would: people say what lies there, and the true table is agreed.
"""

import math
import pickle
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.outcome import Burdened, NotLegal, Recognition
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.game import Plan, Standing, of_beans
from cupsboard.rules.places import BEAN, Place, Side
from cupsboard.rules.turn_plans import expected_plans

from studies.tally import Example, Tally
from studies.worlds.beans import true_mean_grams
from studies.worlds.decidable import are_told_apart, is_decidable
from studies.worlds.disturbances import DISTURBANCES, HARMLESS, THING, Scene, done, log_uniform, possible
from studies.worlds.hands import Carrier, clearing
from studies.worlds.remembered import Remembered
from studies.worlds.table import Table
from studies.worlds.verdicts import (
    Verdict,
    blamed,
    in_words,
    is_accepted,
    places_changed,
    settled_labels,
    verdict,
)
from studies.worlds.world import FINGER_GRAMS, World

ROOMS_PLAYED = frozenset({"cups"})
"""The rooms of the games that are played: results don't depend on others (`studies/fingerprint.py`)."""
CUPS = 4
SAMPLES = 16
ACT_SECONDS, REST_SECONDS, SECOND_LOOK_SECONDS = 1.5, 6.0, 1.0
MOST_GLIMPSES = 3
"""So often in a row the board looks again at what only its last look has shown."""
HASTY_SHARE = 0.7
"""How often hands have gone on before a doubtful look on the way is repeated."""
FIRST_ACTS = 3
"""The most acts of a reply before the board looks for certain."""


def play(world: World, seed: int, most_moves: int | None = None) -> Tally:
    """One evening; with `most_moves` it ends after so many."""
    evening = Evening(world, seed)
    evening.play(most_moves or 10**9)
    return evening.tally


class Evening:
    """Some people, a table, and the tracker that follows it."""

    def __init__(self, world: World, seed: int) -> None:
        self._world, self._seed = world, seed
        self._random = Random(f"{world.name} {seed}")
        self._game: Any = games.of_board(CUPS)
        self._table = Table(world, self._game.places, self._random)
        self._carrier = Carrier(world.hands, self._table, self._random)
        self.tally = Tally()
        self._tracker = self._tracker_of_the_table()
        self._plans: Sequence[Plan] = ()
        self._plans_before: Sequence[Plan] = ()
        """What could be done from the table that `_remembered` is of."""
        self._moves, self._games, self._looks = 0, 0, 0
        self._is_honest = True
        self._fingers: dict[Place, float] = {}
        """What presses on places at this look."""
        self._is_told = False
        """Whether the last disturbed table could have been told."""
        self._settled = self._table.weigh(SAMPLES)
        self._remembered = Remembered(world, self._table, self._settled)

    def play(self, most_moves: int) -> None:
        """Play the games of the evening."""
        self._look("looks", SAMPLES, may_lean=False)
        self._tracker.agree(self._table.contents())
        self._start_from_here()
        for _ in range(self._world.hands.games):
            self._play_game(most_moves)
            if self._moves >= most_moves:
                break
            self._clear_away()
            self._games += 1
        self.tally.counts["evenings"] += 1
        self.tally.counts["all moves"] += self._moves

    # One game.

    def _play_game(self, most_moves: int) -> None:
        game = self._game
        position = game.start(Side.SOUTH)
        while (standing := game.standing(position)) is not Standing.OVER and self._moves < most_moves:
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            position = self._turn(position)
        self._tracker_health()

    def _turn(self, position: Any) -> Any:
        hands, random = self._world.hands, self._random
        self._plans = self._plans_before = expected_plans(self._game, position)
        for _ in range(random.randint(1, max(1, hands.resting_looks))):
            self._table.wait(REST_SECONDS)
            self._look("looks", SAMPLES)
        (side,) = self._game.movers(position)
        plan = random.choice(self._game.plans(position, side))
        after = self._game.play(position, side, plan.label)
        self._moves += 1
        chance = random.random()
        if chance < hands.disturbed_share:
            self._disturbed_move(plan, after)
        elif chance < hands.disturbed_share + hands.reply_share and side.other in self._game.movers(after):
            return self._answered_move(plan, after)
        else:
            self._acts(self._carrier.begin(plan), "looks")
            self._finish_move(plan, "moves")
        return after

    def _finish_move(self, plan: Plan, kind: str) -> None:
        """Look at the finished move, and go on from it."""
        seen = self._look(kind, SAMPLES, finished=plan)
        if not self._is_right(seen):
            # Nobody leans on a cup any more who looks at the table and says with a press that it is right.
            seen = self._look(kind, SAMPLES, finished=plan, may_lean=False) if self._fingers else seen
        if not self._is_right(seen):
            self._tracker.only_pieces(frozenset(self._table.inside))
        self._tracker.agree(self._table.contents())
        self._start_from_here()

    def _is_right(self, seen: Recognition | None) -> bool:
        return seen is not None and is_accepted(seen.outcome) and seen.found == self._table.contents()

    def _answered_move(self, plan: Plan, after: Any) -> Any:
        """A move to which the opponent replies before its end was pressed, or even seen."""
        random = self._random
        is_seen = random.random() >= self._world.hands.unseen_share
        self._acts(self._carrier.begin(plan), "looks", is_seen=is_seen)
        if is_seen:
            self._look("looks", SAMPLES, finished=plan)
        beneath = self._table.contents()
        (other,) = self._game.movers(after)
        reply = random.choice(self._game.plans(after, other))
        acts = self._carrier.begin(reply)
        self.tally.counts["replies"] += 1
        for number, _ in enumerate(acts, start=1):
            self._after_an_act()
            if is_seen and number >= random.randint(1, FIRST_ACTS) and not self._table.in_the_air:
                break
        seen = self._look("looks", SAMPLES)
        has_ended = (
            seen is not None and is_accepted(seen.outcome) and plan.label in settled_labels(seen.outcome)
        )
        # Nothing of the reply shows yet where its beans are only in the hand, or its cup is as it was.
        shows = self._table.contents() != beneath
        if shows and seen is not None and is_accepted(seen.outcome) and not has_ended:
            self.tally.counts["ends unseen"] += 1
            self._show(
                "end unseen", f"{plan.label}, then {reply.label}: {in_words(seen, self._table.contents())}"
            )
        self._moves += 1
        plans = expected_plans(self._game, after)
        if has_ended:
            self._tracker.agree(beneath, is_beneath=True)
            self._plans = plans
            self._look("looks", SAMPLES)
        else:
            # Nobody plays on over a question: the reply is taken back, the move pressed, and it comes again.
            self._acts(self._carrier.put_right(beneath), "looks", is_seen=False)
            self._finish_move(plan, "mended")
            self._plans = self._plans_before = plans
            acts = self._carrier.begin(reply)
        self._acts(acts, "looks")
        self._finish_move(reply, "moves")
        return self._game.play(after, other, reply.label)

    def _disturbed_move(self, plan: Plan, after: Any) -> None:
        random, counts = self._random, self.tally.counts
        wanted = {place: self._game.contents(after)[place] for place in self._table.inside}
        scene = Scene(self._table, self._carrier, plan, random)
        name = THING if random.random() < self._world.hands.thing_share else random.choice(possible(scene))
        self._acts(done(name, scene), "looks", is_seen=False)
        self._is_honest = False
        seen = self._look(name, SAMPLES)
        assert seen is not None
        truth = self._table.contents()
        is_silent = is_accepted(seen.outcome) and seen.found != truth
        counts[f"made {name}"] += 1
        counts[f"silent {name}"] += is_silent
        if name in (HARMLESS,) or (name == THING and not is_silent):
            counts[f"asked {name}"] += not is_accepted(seen.outcome)
        elif name != THING:
            counts[f"objected {name}"] += not is_accepted(seen.outcome)
        is_decidable = self._is_told
        counts[f"decidable {name}"] += is_decidable
        if is_silent:
            counts[f"decidable silent {name}"] += is_decidable
            sort = "silent" if is_decidable else "silent, not decidable"
            self._show(f"{name} {sort}", f"{plan.label}: {in_words(seen, truth)}{self._things()}")
        self._acts(self._carrier.put_right(wanted), "looks", is_seen=False)
        self._is_honest = True
        self._table.wait(REST_SECONDS)
        self._finish_move(plan, "mended")

    def _clear_away(self) -> None:
        """Put all beans back to the stocks before the next game."""
        plan = clearing(self._table.contents())
        if not plan.open:
            return
        self._plans = self._plans_before = (plan,)
        self._carrier.clear()
        self._table.wait(REST_SECONDS)
        seen = self._look("looks", SAMPLES, is_putting_right=True, may_lean=False)
        if not self._is_right(seen):
            self._tracker.only_pieces(frozenset(self._table.inside))
        self._tracker.agree(self._table.contents())
        self._start_from_here()

    # Looking.

    def _acts(self, acts: Iterator[None], kind: str, *, is_seen: bool = True) -> None:
        hands, random = self._world.hands, self._random
        for _ in acts:
            self._after_an_act()
            if is_seen and random.random() < hands.look_share:
                samples = random.randint(hands.fewest_samples, SAMPLES)
                self._look(kind, samples, is_passing=True)

    def _after_an_act(self) -> None:
        """Let time pass; scales that are followed see which cups are in the air."""
        self._table.wait(ACT_SECONDS)
        if self._table.in_the_air:
            self._tracker.lift(frozenset(self._table.in_the_air))

    def _look(
        self,
        kind: str,
        samples: int,
        *,
        finished: Plan | None = None,
        is_passing: bool = False,
        is_putting_right: bool = False,
        may_lean: bool = True,
    ) -> Recognition | None:
        """Look as the board does; None if a doubtful table had gone by before the second look."""
        table, tracker, random = self._table, self._tracker, self._random
        fingers = self._fingers = dict[Place, float]()
        if may_lean and self._is_honest and random.random() < self._world.hands.finger_share:
            fingers[random.choice(list(table.inside))] = log_uniform(*FINGER_GRAMS, random)
        self._settled = table.weigh(samples, fingers)
        seen = tracker.look(self._plans, self._settled)
        glimpses, doubts = 0, 0
        while True:
            if seen.is_at_first_sight and glimpses < MOST_GLIMPSES:
                glimpses += 1
            elif _is_doubtful(seen) and not doubts:
                doubts += 1
            else:
                break
            if is_passing and not table.in_the_air and random.random() < HASTY_SHARE:
                return None
            table.wait(SECOND_LOOK_SECONDS)
            self._settled = table.weigh(SAMPLES, fingers)
            seen = tracker.look(self._plans, self._settled)
        tracker.keep(seen, self._settled, is_putting_right=is_putting_right)
        self._looks += 1
        self.tally.counts["cut short"] += seen.is_cut_short
        self._judge("fingers" if fingers else kind, seen, set(fingers), finished)
        is_at_rest = not fingers and not table.things and not table.in_the_air
        if (
            is_at_rest
            and table.lying() == self._remembered.lying
            and self._remembered.shows_rest(self._settled)
        ):
            # Nothing has moved, and the scales say so: from here on they can have drifted anew.
            self._remembered.rest(self._settled)
        return seen

    def _judge(self, kind: str, seen: Recognition, fingers: set[Place], finished: Plan | None) -> None:
        counts, truth = self.tally.counts, self._table.contents()
        found = verdict(seen, truth, is_in_the_air=bool(self._table.in_the_air))
        changed = places_changed(self._remembered.lying, self._table.lying(), {*fingers, *self._table.things})
        if isinstance(seen.outcome, NotLegal | Burdened):
            counts["objections"] += 1
            if wrongly := blamed(seen.outcome, changed):
                counts["blamed"] += 1
                self._show("blamed", f"{min(wrongly)}: {in_words(seen, truth)}{self._things()}")
        if not self._table.in_the_air:
            is_honest = self._is_honest and not fingers and kind != "mended"
            of = "honest" if is_honest else "disturbed"
            self.tally.say(seen.confidence, seen.found == truth, of)
        if kind in DISTURBANCES or kind == THING:
            self._is_told = self._could_be_told(kind, seen)
            return
        counts[kind] += 1
        counts[f"{kind} {found.value}"] += found is not Verdict.RIGHT
        if found is Verdict.RIGHT and finished is not None and None not in settled_labels(seen.outcome):
            counts["ends imagined"] += 1
            self._show("end imagined", f"{finished.label}: {in_words(seen, truth)}")
        if found is Verdict.MISTAKEN:
            is_told = self._could_be_told(kind, seen)
            counts[f"{kind} mistaken decidable"] += is_told
            sort = "mistaken" if is_told else "mistaken, not decidable"
            self._show(f"{kind} {sort}", f"{in_words(seen, truth)}{self._things()}{self._causes(seen)}")
        elif found is Verdict.CALLED_WRONG and not fingers:
            self._show(f"{kind} called wrong", in_words(seen, truth))

    def _could_be_told(self, name: str, seen: Recognition) -> bool:
        things = [*self._table.things.items(), *self._fingers.items()]
        situation = self._remembered.situation(
            self._settled, was_put_right=name == "mended", thing=things[0] if things else None
        )
        truth = self._table.contents()
        if name == "cups exchanged in the air":
            one, other = (self._table.load_grams(place) for place in self._table.exchanged)
            return are_told_apart(situation, abs(one - other))
        found = seen.found if is_accepted(seen.outcome) else None
        return is_decidable(situation, truth, self._remembered.flows, self._plans_before, found)

    def _start_from_here(self) -> None:
        """Remember the agreed table, for the posterior and for the blame."""
        self._remembered.start(self._settled, self._fingers)
        self._looks = 0

    def _tracker_of_the_table(self) -> Tracker:
        calibration = self._table.calibration
        return Tracker(calibration, from_calibration(calibration, of_beans(self._table.contents())))

    # What is kept.

    def _tracker_health(self) -> None:
        """How far the board's knowledge is from the truth, after a game."""
        knowledge, table = self._tracker.knowledge, self._table
        worst = max(
            abs(known.tare.grams - table.true_tare_grams(place)) / math.sqrt(known.tare.variance)
            for place, known in knowledge.places.items()
        )
        beans = knowledge.pieces[BEAN]
        off = beans.mean_grams - true_mean_grams(self._world.beans)
        self.tally.measure("worst tare z", worst)
        self.tally.measure("mean z", off / math.sqrt(beans.mean_variance))
        self.tally.measure("mean share", beans.mean_grams / true_mean_grams(self._world.beans))
        self.tally.measure("spread share", math.sqrt(beans.variance) / beans.mean_grams)
        self.tally.measure("tracker bytes", len(pickle.dumps(self._tracker)))

    def _things(self) -> str:
        pressing = {**self._table.things, **self._fingers}
        things = ", ".join(f"{grams:.2f} g on {place}" for place, grams in pressing.items())
        return f"; {things}" if things else ""

    def _causes(self, seen: Recognition) -> str:
        """How far the board's memory is off where it is mistaken."""
        knowledge, table = self._tracker.knowledge, self._table
        beans = knowledge.pieces[BEAN]
        said = [f"; learnt {beans.mean_grams:.3f} g, CV {math.sqrt(beans.variance) / beans.mean_grams:.2f}"]
        for place, count in table.contents().items():
            if seen.found[place] != count:
                tare = knowledge.places[place].tare
                off, sure = tare.grams - table.true_tare_grams(place), math.sqrt(tare.variance)
                said.append(f"{place}: tare {off:+.3f} g off, believed to {sure:.3f} g")
        return "; ".join(said)

    def _show(self, what: str, said: str) -> None:
        where = f"game {self._games + 1}, move {self._moves}, look {self._looks}: {said}"
        self.tally.show(Example(what, self._seed, where))


def _is_doubtful(seen: Recognition) -> bool:
    return not is_accepted(seen.outcome) or None not in settled_labels(seen.outcome)
