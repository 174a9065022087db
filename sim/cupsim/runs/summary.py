"""Played games in words and figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields

from cupsboard.rules.places import Side

from cupsim.people.character import Deeds
from cupsim.runs.belief_check import BeliefCounts
from cupsim.runs.games import Played

_TABLE_HEAD = "  seed  moves  asked  wrong tables  misread  virtual s  real s     x  result"


def summary(played: Played) -> str:
    """What happened in one game, after its record."""
    counts = played.counts
    lines = [
        f"moves           {_moves(counts)}",
        f"recognitions    {_recognitions(counts)}",
        f"questions       {_questions(counts)}",
        f"wrong tables    {counts.wrong_tables}",
        f"questioned      {_questioned(counts, played.setting.clumsiness)}",
        *(f"{side.value:<15} {_deeds(played.deeds[side])}" for side in Side if side in played.deeds),
        f"time            {_time(played.virtual_seconds, played.real_seconds)}",
        f"agreed tables   {played.verdict('all as they truly lay')}",
    ]
    return "\n".join(lines)


def table_head() -> str:
    """The heading over `table_row`s."""
    return _TABLE_HEAD


def table_row(played: Played) -> str:
    """One game in one line; what went wrong in it follows."""
    counts = played.counts
    return played.row(
        f"{played.setting.setting.seed:>6} {counts.moves:>6} {counts.asked:>6} {counts.wrong_tables:>13} "
        f"{counts.misread:>8} {played.virtual_seconds:>10.0f} {played.real_seconds:>7.1f} "
        f"{_ratio(played.virtual_seconds, played.real_seconds):>5.0f}"
    )


def totals(games: Sequence[Played], wall_seconds: float) -> str:
    """Many games taken together; `wall_seconds` is what all of them took side by side."""
    counts = BeliefCounts()
    for played in games:
        counts.add(played.counts)
    virtual = sum(played.virtual_seconds for played in games)
    lines = [
        f"games           {len(games)}: {sum(not played.unfinished for played in games)} finished, "
        f"{sum(bool(played.findings) for played in games)} with an agreed table that was not the true one",
        f"moves           {_moves(counts)}",
        f"recognitions    {_recognitions(counts)}",
        f"questions       {_questions(counts)}",
        f"wrong tables    {counts.wrong_tables}",
        f"questioned      {_questioned(counts, max(played.setting.clumsiness for played in games))}",
        f"people          {_deeds_of_all(games)}",
        f"time            {_time(virtual, sum(played.real_seconds for played in games))}; "
        f"{_ratio(virtual, wall_seconds):.0f} x by all processes together",
    ]
    return "\n".join(lines)


def _moves(counts: BeliefCounts) -> str:
    return f"{counts.moves} ({_counted(counts.endings)}), {counts.passes} passes"


def _recognitions(counts: BeliefCounts) -> str:
    cut_short = f", {counts.cut_short} cut short" if counts.cut_short else ""
    return f"{_counted(counts.recognitions)}; {counts.misread} wrong against the truth{cut_short}"


def _questions(counts: BeliefCounts) -> str:
    left = counts.asked - counts.answered_by_press - counts.answered_by_table
    return (
        f"{counts.asked} asked: {counts.answered_by_press} answered by a press, "
        f"{counts.answered_by_table} by the table, {left} left open"
    )


def _questioned(counts: BeliefCounts, clumsiness: float) -> str:
    sort = "honest moves" if clumsiness == 0 else "moves, mishaps included,"
    per_thousand = 1000 * counts.questioned_moves / counts.moves if counts.moves else 0.0
    return f"{counts.questioned_moves} {sort} questioned ({per_thousand:.1f} in 1,000)"


def _deeds_of_all(games: Iterable[Played]) -> str:
    total = Deeds()
    for played in games:
        for deeds in played.deeds.values():
            for field in fields(Deeds):
                setattr(total, field.name, getattr(total, field.name) + getattr(deeds, field.name))
    return _deeds(total)


def _deeds(deeds: Deeds) -> str:
    return ", ".join(
        f"{field.name.replace('_', ' ')} {getattr(deeds, field.name)}" for field in fields(deeds)
    )


def _counted(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {count}" for name, count in ordered) or "none"


def _time(virtual_seconds: float, real_seconds: float) -> str:
    ratio = _ratio(virtual_seconds, real_seconds)
    return f"{virtual_seconds:.1f} s virtual in {real_seconds:.2f} s real: {ratio:.0f} x"


def _ratio(virtual_seconds: float, real_seconds: float) -> float:
    return virtual_seconds / real_seconds if real_seconds else 0.0
