"""How long the referees of all games wait for players and show what they say, in seconds."""

PRESS_SETTLES_SECONDS = 0.6
"""How long after a press the scales may still notice a bean that was dropped before."""
SAME_PRESS_SECONDS = 1.5
"""How soon after a press that has ended a turn another press of the same player still means the same."""
SECOND_LOOK_SECONDS = 0.25
"""How soon a table that was accepted at first sight is looked at again, before it is acted on: most samples
are new by then."""
STEPWISE_AFTER_SECONDS = 5.0
"""How long a table lies still before what is wrong, or left to do, is shown step by step."""
QUESTION_READ_SECONDS = 1.0
"""The time to read a question about the whole game, a stock or the table, or one that has replaced another: a
press before that is no answer."""
OFFER_SECONDS = 10.0
"""How long a question that a press answers stays, and whatever else is offered."""
PASS_SHOWN_SECONDS = 2.0
REFUSAL_SHOWN_SECONDS = 2.0
SCORE_SHOWN_SECONDS = 12.8
ROUND_SHOWN_SECONDS = 6.0
"""How long the end of a round stays shown."""
GOODBYE_SECONDS = 3.0
POWER_OFF_SECONDS = 20.0
"""How long the system has to switch the board off, once that was asked."""
