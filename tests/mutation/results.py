"""The table of a campaign, and the arguments why some mutants are noticed by nobody."""

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trial import Outcome


@dataclass(frozen=True)
class RoomResult:
    """A room's outcomes, how many places it has, and the tests that judged."""

    name: str
    tests: tuple[str, ...]
    places: int
    outcomes: Sequence[Outcome]

    @property
    def survivors(self) -> list[Outcome]:
        """What no test noticed."""
        return [outcome for outcome in self.outcomes if outcome.outcome == "survived"]

    @property
    def noticed(self) -> float:
        """The share of the sample that tests noticed."""
        return 1 - len(self.survivors) / len(self.outcomes) if self.outcomes else 0.0


def read_arguments(path: Path) -> dict[str, str]:
    """Why a mutant is noticed by nobody, by its key."""
    if not path.exists():
        return {}
    return {key: why for key, why in tomllib.loads(path.read_text()).items() if isinstance(why, str)}


def without_mutant(arguments: Collection[str], keys: Collection[str], modules: Collection[str]) -> list[str]:
    """Arguments about some modules that are about no mutant there is."""
    return [key for key in arguments if key.partition(" ")[0] in modules and key not in keys]


def table(results: Sequence[RoomResult], arguments: Mapping[str, str], head: str) -> str:
    """The campaign as a page of Markdown."""
    lines = ["# Mutation campaign", "", head, ""]
    lines += [
        "| room | judged by | places | sample | killed | timeouts | survivors | of these argued | noticed |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for each in results:
        counts = Counter(outcome.outcome for outcome in each.outcomes)
        argued = sum(outcome.key in arguments for outcome in each.survivors)
        numbers = (each.places, len(each.outcomes), counts["killed"], counts["timeout"], counts["survived"])
        tests = ", ".join(f"`{test}`" for test in each.tests)
        cells = " | ".join(map(str, (*numbers, argued)))
        lines.append(f"| {each.name} | {tests} | {cells} | {each.noticed:.1%} |")
    lines += ["", *_kinds(results)]
    for each in results:
        lines += ["", f"## Survivors of {each.name}", ""]
        lines += [_survivor(outcome, arguments) for outcome in each.survivors] or ["None."]
    return "\n".join(lines) + "\n"


def _kinds(results: Sequence[RoomResult]) -> list[str]:
    every = [outcome for each in results for outcome in each.outcomes]
    tried = Counter(outcome.kind for outcome in every)
    survived = Counter(outcome.kind for outcome in every if outcome.outcome == "survived")
    rows = [f"| {kind} | {count} | {survived[kind]} |" for kind, count in tried.most_common()]
    return ["| kind of change | tried | survivors |", "| --- | ---: | ---: |", *rows]


def _survivor(outcome: Outcome, arguments: Mapping[str, str]) -> str:
    module, _, rest = outcome.key.partition(" ")
    function, _, change = rest.partition(": ")
    where = f"`{module}:{outcome.line}`" + (f" `{function}`" if function else "")
    unseen = "" if outcome.is_run else " No test runs this line."
    why = arguments.get(outcome.key, "**Neither a test nor an argument.**")
    return f"- {where}, {outcome.kind}: `` {change} ``{unseen}\n  {why}"
