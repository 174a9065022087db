"""Sentences of games whose acts count as they land, in English; the page has them in other languages."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "laps.pieces": "{count} × {kind}",
    "laps.nothing": "nothing",
    "laps.table": "the table",
    "laps.mend-out": "{what} out of {place}",
    "laps.mend-in": "{what} into {place}",
    "laps.mishaps.too-many": "{count} too many in {place}",
    "laps.mishaps.missing": "{count} missing from {place}",
    "laps.mishaps.misplaced": "{count} of {place} in {other}",
    "laps.mishaps.exchanged": "the cups {place} and {other} exchanged",
    "laps.mishaps.traded": "something of {place} and {other} exchanged",
    "laps.mishaps.swapped": "something exchanged in {place}",
    "laps.mishaps.swapped-in-sight": "something exchanged in {place}",
    "laps.mishaps.not-a-piece": "something else on {place}",
    "laps.mishaps.unknown": "no play leads here",
    "laps.take-out": "Take {what} out of {place}.",
    "laps.put-in": "Put {what} into {place}.",
    "laps.who-starts": "Whoever first puts one of their stock into their cup 1 starts the round.",
    "laps.your-turn": "{side}'s turn: play from the stock, one each from cup 1 on, or take up one of your "
    "cups; {stock} in stock.",
    "laps.next": "{side}: the next one into {next}.",
    "laps.either-way": "{side}: the next one into {next} or {other}.",
    "laps.take-up": "{side}: {up} was not empty. Take all of it up and sow on.",
    "laps.next-or-take-up": "{side}: the next one into {next}; or, was that the last, take all of {up} up "
    "and sow on.",
    "laps.capture": "{side}: {capture} is captured; move all of it to your pot.",
    "laps.go-on": "{side}: if that was all, press your button.",
    "laps.done": "{side}: done. Press your button to end the turn.",
    "laps.done-asked": "Finished, {side}? Press your button to end the turn.",
    "laps.done-or-go-on": "{side}: done. Press your button, or go on with {next}.",
    "laps.done-or-go-on-asked": "Finished, {side}? Press your button, or go on with {next}.",
    "laps.offence": "Not allowed, {side}: {what}. Mend it: {mend}.",
    "laps.offence-look": "Not allowed, {side}: {what}. Look at {mend}.",
    "laps.offence-ends": "Not allowed, {side}: {what}. Mend it: {mend}. Or {other} taps, and the round is "
    "over.",
    "laps.offence-ends-look": "Not allowed, {side}: {what}. Look at {mend}. Or {other} taps, and the round "
    "is over.",
    "laps.unclear": "Something is off at {places}. Look; if nothing else lies there, tap. "
    "Hold to take the turn back.",
    "laps.unclear-mend": "Something is off at {places}: {what}. If nothing else lies there, tap. "
    "Hold to take the turn back.",
    "laps.choosing": "Does {place} hold {what}? Tap for yes, hold for another; or take one out.",
    "laps.told": "Now the board knows. Put it back into {place}.",
    "laps.strange": "Something lies or presses on {places}. Take it away; nothing there? Tap.",
    "laps.restore": "{goal} {what}.",
    "laps.round-over": "Round {round} is over: South {south_points}, North {north_points}. Clear the cups "
    "and pots.",
    "laps.begin-round": "South {south_total}, North {north_total}. Who begins round {next}? Tap, or just "
    "play.",
    "laps.winner": "{side} wins, {winner_score} to {loser_score}.",
    "laps.tie": "A tie: South {south_score}, North {north_score}.",
    "laps.score": "South {south_score}, North {north_score}.",
    "laps.help": "{side}: play from the stock ({stock} left) from cup 1 on, or sow a cup of yours; at a cup "
    "that is not empty you go on with all of it. Hold again to give up the round.",
    "laps.give-up": "Give up this round, {side}? {side} taps for yes; everything else is no. "
    "Then {other} has won it.",
    "laps.hints.play": "Hint for {side}: {move}.",
    "laps.hints.gains": "It brings {points} into the pot at once.",
    "laps.hints.only": "It is the only play.",
    "laps.hints.instead": "Not {move}: that would lose about {points} in the end.",
    "laps.hints.later": "It brings nothing yet, but makes the most of the turns to come.",
    "laps.events.begin": "{side} begins the round.",
    "laps.events.concede": "{side} has given up the round.",
    "laps.events.offence": "{side} has lost the round by an offence.",
    "laps.events.round-over": "Round {round} is over: South {south_points}, North {north_points}; "
    "in all South {south_total}, North {north_total}.",
    "laps.events.offence-seen": "Not allowed, {side}: {what}.",
    "laps.events.give-up": "Give up the round, {side}?",
    "laps.events.doubted": "What lies in {places}? One taken out of {place} tells the board.",
    "deeds.end-round": "the round is over by the offence",
    "deeds.begin-round": "“I begin the round”",
    "deeds.what-to-do": "what may be done now",
    "deeds.give-up": "giving up the round is asked",
    "deeds.only-pieces": "“nothing else lies there”",
    "deeds.next-table": "another table that it may be",
}
