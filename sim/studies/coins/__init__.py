"""Games whose order counts, played with coins or beans on scales, and judged look by look.

Nothing of the physics here comes from the firmware's numbers: a belief and its judge must not share a
mistake.
"""
