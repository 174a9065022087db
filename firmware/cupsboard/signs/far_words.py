"""What is said of a game that is shared with another board: in English."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "far-turn": "{other} is to move, at the other board.",
    "far-on-its-way": "{side}: your move is on its way.",
    "far-waits-for-link": "{side}: no link to the other board. Your move is kept and is sent when the "
    "link is back.",
    "far-no-link": "No link to the other board, where {other} is to move. It is tried again and again.",
    "far-no-link-your-turn": "{side}: no link to the other board. Move and press: your move is kept, and "
    "is sent when the link is back.",
    "far-asks-back": "{other} asks to take back. {side}: tap your button for yes, hold it for no, or "
    "simply move.",
    "far-asks-adjourn": "{other} asks to go on another day. {side}: tap your button for yes, hold it for "
    "no, or simply move.",
    "far-asks-abort": "{other} asks to call the game off. {side}: tap your button for yes, hold it for "
    "no, or simply move.",
    "far-asks-abort-sure": "Call the game off? {side}: one more tap says yes, a hold no.",
    "far-asks-resume": "The game is adjourned. {side}: tap your button to go on.",
    "far-asked": "{other} is asked, and has not answered yet. {side}: play on, or hold your button to ask "
    "no more.",
    "far-give-up": "Give this game up? One more tap says yes, anything else no.",
    "far-ended-won": "{side} wins: {other} gave up, or ran out of time.",
    "far-ended-lost": "{other} wins: {side} gave up, or ran out of time.",
    "far-ended-off": "The game was called off.",
    "far-ended-stopped": "The game can't go on at this board: the page and the terminal say why.",
    "far-turn-away": "{other} is to move, and is not connected just now.",
    "far-turn-away-long": "{other} is to move, and is not connected just now. After a week without that move "
    "you can call the game off alone.",
    "far-alone": "{other} has not moved for a week. {side}: wait on, or call the game off: hold both "
    "buttons for a pause, then {other}'s alone.",
    "far-clocks-stand": "{side}'s turn. The clocks stand until {other} is there, too.",
    "far-turn-clocks-stand": "{other} is to move. The clocks stand until both sides are there.",
    "far-turn-laying": "{other} lays your move out.",
    "far-turn-differs": "{other} is at the beans of the other board.",
    "far-turn-paused": "{other} is to move, and pauses.",
    "far-time-short": "{side}'s turn; less than a minute is left.",
    "far-time-over": "{other}'s time is over. {side}: tap your button to win by it, or wait for the move.",
    "far-time-over-sure": "End the game, and win by time? {side}: one more tap says yes, a hold no.",
    "far-own-time-over": "{side}: your time is over. Move all the same: {other} may not claim the win.",
    "far-paused": "A pause. Tap to go on. {side}: hold your button to ask for another day, or {other}'s to "
    "ask to call the game off. Both held long switch the board off.",
    "far-offered": 'To {other}: "{what}" {side}: tap your button to say so, {other}\'s for the next; hold: '
    "nothing.",
    "far-heard": '{other}: "{what}"',
    "not-now-not-taken": "The shared game did not take that; the terminal says why.",
    "not-now-too-late": "That came too late: the other side was first. Look at the lights, then say it again "
    "if you like.",
    "not-now-not-by-the-rules": "The rules of the shared game do not allow this move now.",
    "not-now-asked-already": "Something is asked already, and waits for its answer.",
    "not-now-asked-in-vain": "That was asked and came to a no; ask again after a move.",
    "not-now-declined": "The other side says no. Ask again after a move, if you like.",
    "not-now-no-taking-back": "This game was opened without taking back.",
    "not-now-time-left": "The other side has time left; the win can not be claimed yet.",
    "not-now-shared-game-over": "This shared game is over; the program opens another when it begins anew.",
    "far-phrases.hello": "Hello!",
    "far-phrases.have-fun": "Have fun!",
    "far-phrases.well-played": "Well played!",
    "far-phrases.thank-you": "Thank you!",
    "far-phrases.oops": "Oops.",
    "far-phrases.one-moment": "One moment.",
    "far-phrases.i-am-back": "I am back.",
    "far-phrases.your-turn": "Your turn.",
    "far-phrases.beans-fell": "Beans fell down here.",
    "far-phrases.nice-capture": "A nice capture!",
    "far-phrases.good-game": "Good game!",
    "far-phrases.good-night": "Good night!",
    "far-wishes.adjourn": "let us go on another day",
    "far-wishes.abort": "let us call it off",
    "far-wishes.claim": "your time is over",
    "far-wanted.back": "asks to take back",
    "far-wanted.adjourn": "asks to go on another day",
    "far-wanted.abort": "asks to call the game off",
    "events.FarWanted": "{side} {what}.",
    "events.FarSaid": '{side}: "{what}"',
    "events.FarAsked": "To the other board: {what}.",
    "far-wishes.take-back": "please take a move back",
    "far-wishes.yes": "yes",
    "far-wishes.no": "no",
    "far-wishes.resume": "let us go on",
    "far-wishes.give-up": "I give up",
}
