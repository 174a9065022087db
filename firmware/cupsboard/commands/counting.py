"""A number together with what it counts."""


def counted(count: int, noun: str, nouns: str | None = None) -> str:
    """Return "1 game" or "2 games"; `nouns` is the plural where no "s" makes it."""
    return f"{count} {noun if count == 1 else nouns or f'{noun}s'}"
