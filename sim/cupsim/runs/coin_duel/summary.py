"""Played games of Coin Duel in words and figures."""

from cupsim.runs.coin_duel.games import DuelPlayed


def summary(played: DuelPlayed) -> str:
    """What happened in one game, after its record."""
    counts = played.counts
    decided = sorted(counts.decision_ms)
    soon = f", {decided[len(decided) // 2]} ms to its end being told in the median" if decided else ""
    wrong = {"noticed": counts.noticed, "lawful": counts.lawful, "silent": counts.silent}
    happened = [
        f"{count} {name}, {how}" for how, names in wrong.items() for name, count in sorted(names.items())
    ]
    return "\n".join(
        (
            f"turns      {counts.turns} with {counts.laps} laps{soon}",
            f"mistaken   {counts.looks_wrong} laps, {counts.agreed_wrong} ends of turns; "
            f"{counts.called_illegal} honest plays called illegal",
            f"questions  in {counts.doubted} honest plays",
            f"went wrong {'; '.join(happened) or 'nothing'}",
            f"power cuts {counts.power_cuts}",
            f"time       {played.virtual_seconds:.1f} s virtual in {played.real_seconds:.1f} s real",
            f"verdict    {played.verdict('all laps and turns as hands made them')}",
        )
    )


def row_head() -> str:
    """The heading over `row`s."""
    return "  seed  turns   laps  wrong  illegal  asked  wrongdoing  cuts  virtual s  real s  result"


def row(played: DuelPlayed) -> str:
    """One game in one line; what went wrong in it follows."""
    counts = played.counts
    done = sum(sum(each.values()) for each in (counts.noticed, counts.lawful, counts.silent))
    return played.row(
        f"{played.setting.seed:>6} {counts.turns:>6} {counts.laps:>6} "
        f"{counts.looks_wrong + counts.agreed_wrong:>6} {counts.called_illegal:>8} {counts.doubted:>6} "
        f"{done:>11} {counts.power_cuts:>5} {played.virtual_seconds:>10.0f} {played.real_seconds:>7.1f}"
    )
