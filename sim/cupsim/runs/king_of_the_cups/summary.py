"""Played games of King of the Cups in words and figures."""

from cupsim.runs.king_of_the_cups.games import RacePlayed


def summary(played: RacePlayed) -> str:
    """What happened in one game, after its record."""
    counts = played.counts
    decided = sorted(counts.decision_ms)
    soon = f", {decided[len(decided) // 2]} ms from landing to decision in the median" if decided else ""
    return "\n".join(
        (
            f"grabs      {counts.grabs} in {counts.rounds} rounds{soon}",
            f"mistaken   {counts.cup_mistaken} cups, {counts.player_mistaken} players; {counts.unseen} grabs "
            "never judged",
            f"questions  {counts.asked_who} who it was, {counts.asked_order} which was first",
            f"power      {counts.power_cuts} cuts, which took {counts.lost_in_cuts} grabs; dice told wrongly "
            f"{counts.told_wrongly} times",
            f"lifts      {counts.lifts}, {counts.lifts_unseen} never told, {counts.lifts_late} told late",
            f"time       {played.virtual_seconds:.1f} s virtual in {played.real_seconds:.1f} s real",
            f"verdict    {played.verdict('all grabs as hands made them')}",
        )
    )


def row_head() -> str:
    """The heading over `row`s."""
    return "  seed  rounds  grabs  cup mistaken  player mistaken  unjudged  asked  virtual s  real s  result"


def row(played: RacePlayed) -> str:
    """One game in one line; what went wrong in it follows."""
    counts = played.counts
    return played.row(
        f"{played.setting.seed:>6} {counts.rounds:>7} {counts.grabs:>6} {counts.cup_mistaken:>13} "
        f"{counts.player_mistaken:>16} {counts.unseen:>9} {counts.asked_who + counts.asked_order:>6} "
        f"{played.virtual_seconds:>10.0f} {played.real_seconds:>7.1f}"
    )
