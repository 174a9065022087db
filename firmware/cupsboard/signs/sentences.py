"""Messages as sentences; a further `Language` adds a language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cupsboard.rules.places import Place, Side, side_of
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs import (
    far_words,
    fault_words,
    first_cup_words,
    look_words,
    move_words,
    procedure_words,
    refusal_words,
    report_words,
    sheet_words,
)
from cupsboard.signs.as_landed import english as as_landed
from cupsboard.signs.king_of_the_cups import english as king_of_the_cups
from cupsboard.signs.scene import Message, Phrases


@dataclass(frozen=True)
class Language:
    """A language: the sentence of each message key, and names of places, sides and beans."""

    code: str
    """As in ISO 639-1."""
    name: str
    """In the language itself."""
    sentences: Mapping[str, str]
    sides: Mapping[Side, str]
    places: Mapping[str, str]
    """The name of a side's "cup", "pot" and "stock", with its {side} and its {number}."""
    counted: Mapping[str, Mapping[str, str]]
    """What a count of "beans" or "points" is called: "one" of them, and "many" with their {count}."""
    moves: Mapping[str, Callable[[str], str]]
    """Says a move from its notation, for each name under which a message may hold one."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What kinds of pieces are called, where that is another word than their name."""


ENGLISH = Language(
    code="en",
    name="English",
    sentences={
        "who-starts": "Whoever drops first starts.",
        "your-turn": "{side}'s turn; {stock} in stock.",
        "who-starts-bare": "Whoever moves first starts.",
        "your-turn-bare": "{side}'s turn.",
        "your-turn-marked": "{side}'s turn ({marks}).",
        "emblem": "{place}: {name}",
        "done-bare": "{side}: {move}. Press your button to end the turn.",
        "done-or-go-on-bare": "{side}: {move}. Press your button, or go on with {next}.",
        "done-asked-bare": "Finished, {side}? Press your button to end the turn with {move}.",
        "done-or-go-on-asked-bare": "Finished, {side}? Press your button, or go on with {next}.",
        "capture-or-go-on-bare": "{side}: capture {capture}, or go on with {next}.",
        "capture-and-go-on-bare": "{side}: capture {capture}, and put a bean into {next}.",
        "done": "{side}: {move}. Press your button to end the turn; {stock} in stock.",
        "done-or-go-on": "{side}: {move}. Press your button, or go on with {next}; {stock} in stock.",
        "done-asked": "Finished, {side}? Press your button to end the turn with {move}; {stock} in stock.",
        "done-or-go-on-asked": "Finished, {side}? Press your button, or go on with {next}; {stock} in stock.",
        "go-on": "{side}: one bean into {next}.",
        "go-on-or-take-out": "{side}: one bean into {next}, or take one out of {place} again.",
        "go-on-from": "{side}: one bean of {source} into {next}.",
        "capture": "{side}: {capture} is captured; move its beans to your pot.",
        "into-pot": "{side}: the captured beans go into your pot.",
        "capture-or-go-on": "{side}: capture {capture}, or go on with {next}; {stock} in stock.",
        "capture-and-go-on": "{side}: capture {capture}, and put a bean into {next}; {stock} in stock.",
        "owed-bean": "{side}, to finish {move}: {beans} into {place}.",
        "owed-bean-from": "{side}, to finish {move}: {beans} of {source} into {place}.",
        "owed-bean-or-put-back": "{side}, to finish {move}: {beans} into {place}. Or put what was captured "
        "back into {back}.",
        "owed-capture": "{side}, to finish {move}: {beans} of the capture still to move, see {place}.",
        "computer-next": "The board plays {side}, {move}: now a bean into {place}.",
        "computer-capture": "The board plays {side}, {move}: now move the beans of {place} to its pot.",
        "computer-pot": "The board plays {side}, {move}: now the captured beans go into its pot.",
        "computer-press": "The board has played {side}, {move}: press {side}'s button for it.",
        "computer-done": "The board has played {side}: press {side}'s button for it.",
        "computer-piece": "The board plays {side}: now a {kind} into {place}.",
        "computer-take-up": "The board plays {side}: now take up all that lies in {place}.",
        "computer-take": "The board plays {side}: now move all of {place} to its pot.",
        "computer-thinks": "The board thinks about {side}'s move. Tap {side}'s button, and it moves now.",
        "computer-simple": "{what} (The engine has failed: this move is only a simple one.)",
        "hint-thinks": "The board looks for a good move for {side}.",
        "hint": "{play} {why}",
        "hint-capture": "{play} {captures} {why}",
        "hint-failed": "No hint now: the engine has failed. Hold again to ask it once more.",
        "hint-stock": "{what} No bean left in {place}, where the board counts {beans}? Hold again.",
        "may.drop": "drop 1 to {most} beans, one each from cup 1 on",
        "may.drop-one": "drop 1 bean, into cup 1",
        "may.capture": "drop {count}: the last bean captures {beans} of {place}",
        "may.sow": "sow {place}: exactly enough beans to reach the pot",
        "may.go-on": "go on, up to a drop of {most}",
        "may.take-back": "put back what has been moved, and move otherwise",
        "lifted": "{place} is lifted.",
        "wrong": "No move leads here: {what}.",
        "wrong-mend": "That isn't a move: {what}.",
        "wrong-mend-first": "That isn't a move. To mend it, first {what}.",
        "wrong-ended": "{side}'s press ended the turn with {move}. Now {what}, or hold both buttons "
        "to take {move} back.",
        "repairs.take-out": "take {beans} out of {place}",
        "repairs.put-in": "put {beans} into {place}",
        "take-out": "Take {beans} out of {place}.",
        "take-out-or-fewer": "Take {beans} out of {place}; with only {fewer} out a move lies there.",
        "put-in": "Put {beans} into {place}.",
        "look-or-press": "Look at {place}: {what}? If so, press your button; if not, put it right, or hold "
        "for the way back.",
        "lay-by-hand": "The scales can't tell, so count by hand: {what}. Press your button once that is so.",
        "burdened": "Something lies or presses on {place}; take it away. Nothing there? Press twice, slowly.",
        "blind": "{place} can't be weighed: {what}.",
        "blind-or-hold": "{place} can't be weighed: {what}. Hold your button to say which move is done.",
        "blind-or-press": "{place} can't be weighed: {what}. Is this done, all of it: {move}? Then press.",
        "doubted.all": "These scales wander too fast: the board asks before it goes on. See that the table "
        "stands firm, keep sun, heater and draught off, and let the board warm up.",
        "doubted.asking": "{what} (The scales wander too fast to decide: steady the table, no sun.)",
        "doubted.RESTLESS": "{place} doesn't come to rest: see that nothing touches it. Play on, the others "
        "decide.",
        "doubted.LEAPING": "{place}'s weight leaps, by no hand that the board knows of: leave it alone for a "
        "minute, and if it leaps on, see its plugs. Play on, the others decide.",
        "doubted.DRIFTING": "{place}'s weight goes on and on, by no hand that the board knows of: see that "
        "nothing leans on it, and let the board warm up. Play on, the others decide.",
        "doubted.PRESSED": "{place} was pressed so hard that its scale may have given way: leave it alone "
        "for some seconds. Play on, the others decide.",
        "passed": "{side} has no move and passes; {other} goes on.",
        "winner": "Neither can move: the game is over. {side} wins {winner_score} to {loser_score}.",
        "tie": "Neither can move: the game is over. A tie, {south_score} to {north_score}.",
        "winner-bare": "The game is over: {side} wins {winner_score} to {loser_score}.",
        "tie-bare": "The game is over: a tie, {south_score} to {north_score}.",
        "new-game": "A new game? Press to say yes, hold to say no.",
        "new-game-of": "A new game: {game}? Press to say yes, hold for another game, tap both to say no.",
        "games.cups": "Cups",
        "games.coin-duel": "Coin Duel, stage {stage}",
        "games.king-of-the-cups": "King of the Cups",
        "games.titled": "{game}",
        "score": "In the pots: South {south_score}, North {north_score}.",
        "paused": "A pause. Press to go on; both buttons held long switch the board off.",
        "paused-open": "A pause. Press to go on; hold a button, and the board plays that side. Both "
        "buttons held long switch the board off.",
        "paused-computer": "A pause. The board plays {side}, {level}. Hold {side}'s button to play it "
        "yourself, the other to change sides; tap both for the next level. Press to go on.",
        "levels.numbered": "level {level}",
        "levels.perfect": "without a flaw",
        "levels.engine": "by the engine {command}",
        "power-off": "Switch the board off? Press to say yes, hold to say no.",
        "goodbye": "Goodbye. Everything is kept; hold a button to stay after all.",
        "goodbye-unwritten": "The last moves aren't written down: switched off now, the board forgets them. "
        "Hold a button to stay.",
        "unwritten": "The last moves can't be written down just now. Play on, but leave the board on.",
        "switching-off": "The board is being switched off.",
        "stock-counted": "The board counts {beans} in {place}: drop one. Is it empty after all? Hold again.",
        "stock-empty": "Is {place} empty? The board counts {beans} there. Press to say yes; all else is no.",
        "table-right": "{what}: {balance}. Is the table right? Tap both buttons again to say yes. Does all "
        "of it lie there as recorded? Hold one. All else is no.",
        "table-right-over": "{what}: {balance}. Nobody can move then, so the game ends. Is the table right? "
        "Tap both buttons again to say yes. Does all of it lie there as recorded? Hold one. All else is no.",
        "table-right-look": "First look at {place}: the board counts {beans}, but isn't sure. If that is "
        "right, tap both buttons again; if not, empty it and put its beans back one by one.",
        "or-table-right": "{what} Or is the table right as it lies? Tap both buttons.",
        "put-back": "{side} has put {move} back: it is undone. Tap both buttons to redo it.",
        "corrections.holds": "{place} holds {beans}, the record says {count}",
        "corrections.belong": "{beans} in {place}",
        "corrections.more": "{beans} more in {place}",
        "corrections.fewer": "{beans} fewer in {place}",
        "corrections.from-off": "{beans} from off the board",
        "corrections.to-off": "{beans} off the board",
        "corrections.as-many": "as many beans on the board as before",
        "held-briefly": "Let go: {now}. Hold on: {later}.",
        "held-apart": "Hold on: {later}.",
        "held": "Let go: {now}. Hold on: {later}. Neither: press the other button.",
        "held-both": "Let go: {now}. Hold on: {later}. Neither: lift one and press it again.",
        "restore-set-up": "A new game: empty all cups and pots.",
        "restore-set-up-laid-out": "A new game: put the beans as shown.",
        "restore-resume": "The game goes on from here: put the beans as shown. Both buttons held "
        "take a move back, one held long begins another game.",
        "resume-take-out": "The game goes on from here. First take {beans} out of {place}, then go on "
        "as shown. One button held long begins another game.",
        "resume-put-in": "The game goes on from here. First put {beans} into {place}, then go on "
        "as shown. One button held long begins another game.",
        "restore-undo": "Undone: put the beans back as shown.",
        "restore-redo": "Redone: put the beans as shown.",
        "restore-far": "The game goes on: put the beans as shown, as at the other board.",
        "restore-take-back": "Put the beans back as shown; hold to go on instead.",
        "not-now-nothing-moved": "Nothing has moved yet.",
        "not-now-not-your-turn": "It is the other player's turn.",
        "not-now-wrong-table": "First put right what is marked.",
        "not-now-look-first": "First look at the marked place, then press.",
        "not-now-question-changed": "The question has changed: read it, look, then press again.",
        "not-now-cannot-see": "A place can't be weighed, so nothing can be said.",
        "not-now-restore-first": "First put the beans as shown.",
        "not-now-nothing-to-undo": "There is nothing to undo.",
        "not-now-nothing-to-redo": "There is nothing to redo.",
        "not-now-nothing-to-help": "Nothing is begun; make a move.",
        "not-now-paused": "This is a pause; press a button to go on.",
        "not-now-goes-on": "This turn goes on; do what is shown.",
        "not-now-cannot-power-off": "This board can't switch itself off. Everything is kept: pull the plug.",
        "events.GameStarted": "The game begins: {side} starts.",
        "events.GameStarted-open": "The game begins.",
        "events.TurnEnded": "{side}: {move}.",
        "events.TurnEnded-by-reply": "{side}: {move}; {other} began without waiting for the press.",
        "events.TurnEnded-went-on": "{side}: {move}; {side} had another turn and went on.",
        "events.TurnEnded-by-stillness": "{side}: {move}; the turn ended because the table lay still.",
        "events.Passed": "{side} has no move and passes.",
        "events.StockCounted": "{side} asks for help; the board counts {beans} in {place}.",
        "events.StockQuestioned": "Is {place} empty? The board counts {beans} there. Press to say yes.",
        "events.StockCorrected": "{side} had {count} in stock, not as believed.",
        "events.TableQuestioned": "{what}: {balance}. Is the table right? Tap both buttons to say yes.",
        "events.TableQuestioned-look": "First look at {place}: the board counts {beans}, but isn't sure.",
        "events.TableCorrected": "The table is right, say both buttons: {what}.",
        "events.PutBack": "{side} has put {move} back.",
        "events.StillOwed": "{side} pressed, but this is not finished: {moves}.",
        "events.NotNow": "{side}: not now. {why}",
        "events.NotNow-both": "Both buttons: not now. {why}",
        "events.WrongTableSeen": "No move leads here: {what}.",
        "events.WrongTableSeen-mend": "That isn't a move: {what}.",
        "events.WrongTableSeen-mend-first": "That isn't a move. To mend it, first {what}.",
        "events.QuestionAsked": "Look at {place}: {what}?",
        "events.QuestionAnswered": "{side} says yes: {what}.",
        "events.LookedInVain": "Nothing but beans in {places}, say the players.",
        "events.GameOver": "The game is over: {side} wins {winner_score} to {loser_score}.",
        "events.GameOver-tie": "The game is over: a tie, {south_score} to {north_score}.",
        "events.ScoreShown": "The score: South {south_score}, North {north_score}.",
        "events.Restored": "The beans lie as shown: {goal}.",
        "events.Undone": "Undone: put the beans back.",
        "events.Redone": "Redone: put the beans as shown.",
        "events.WentBack": "The record goes back: put the beans as shown.",
        "events.TakingBack": "The begun move is to be taken back.",
        "events.NewGameOffered": "A new game? Press to say yes.",
        "events.GameClosed": "The game is closed: empty the board.",
        "events.PlayPaused": "A pause.",
        "events.PlayResumed": "Play goes on.",
        "events.PowerOffOffered": "Switch the board off? Press to say yes.",
        "events.GoodbyeSaid": "Goodbye.",
        "events.OtherGameWanted": "Another game is chosen: {game}.",
        "events.OwnershipOpened": "A phone may become an owner's now.",
        "events.PowerOffWanted": "The board may be switched off.",
        "events.HintAsked": "{side} asks for a hint.",
        "events.MoveHurried": "The board is to move {side} now.",
        "events.ComputerSeated": "The board plays {side}, {level}.",
        "events.ComputerSeated-none": "The board plays no side.",
        "notes.no-page": "no page: {why}; the game goes on without, and the page is tried again",
        "notes.no-trace": "no trace from here on: {why}; the game goes on without one; the next start "
        "begins another",
        "notes.moves-unwritten": "the last moves can't be written down: {why}. Play goes on; leave the board "
        "on, it tries again",
        "notes.moves-written": "all moves are written down again",
        "notes.moves-lost": "the last moves were never written down: {why}",
        "notes.journal-nearly-full": "{name} can hold a hundred more turns: begin another game soon",
        "notes.owner-missing": "{file}: a damaged line is left out. If an owner's phone is one no "
        "longer, let it become one again",
        "notes.set-aside": "{why}. The file is kept as {name}, and the board plays on without it",
        "notes.game-lost": "{why}",
        "notes.by-copy": "{why}. The board plays by its copy of the file as it was before, {name}: mend "
        "the file, or put the copy in its place",
        "notes.not-restored": "the backup was not put in place: {why}. It is kept as {name}, and the board "
        "plays on with what it had",
        "notes.file-changed": "{name} says something else than at the last start: {what}",
        "notes.knowledge-unwritten": "what the board learns can't be kept: {why}. It plays on, and tries "
        "again",
        "notes.knowledge-written": "what the board learns is kept again",
        "notes.corrections-unread": "the log of corrections can't be read: {why}. Play goes on without it",
        "notes.corrections-unwritten": "the log of corrections can't be written: {why}. Play goes on "
        "without it",
        "notes.corrections-written": "the log of corrections is written again",
        "notes.warming-up": "the cells have wandered by {milligrams} mg in ten minutes: the board is warming "
        "up; wait a little before a game that matters",
        "place": "{place}",
        "goals.set-up": "the new game can begin",
        "goals.resume": "the game goes on",
        "goals.undo": "the move is undone",
        "goals.redo": "the move is redone",
        "goals.far": "the table is that of the other board",
        "goals.take-back": "the begun move is taken back",
        "tables.nothing-moved": "nothing moved",
        "tables.under-way": "{move} under way",
        "tables.done": "{move}",
        "tables.either": "{move} or {others}",
        "tables.answered": "{move}, then {reply}",
        "tables.reply-under-way": "{move}, then {reply} under way",
        "tables.on-the-way": "not yet all as it should be",
        "tables.as-wanted": "all as it should be",
        "tables.not-legal": "a table that no move makes",
        "mishaps.too-many": "{beans} too many in {place}",
        "mishaps.missing": "{beans} missing from {place}",
        "mishaps.misplaced": "{beans} of {place} in {other}",
        "mishaps.exchanged": "{place} and {other} exchanged",
        "mishaps.not-a-piece": "something that is no bean on {place}",
        "mishaps.traded": "at least {beans} of {place} and {other} swapped",
        "mishaps.swapped": "at least {beans} swapped in {place}",
        "mishaps.swapped-in-sight": "at least {beans} swapped in {place}",
        **{f"faults.{fault.name}": fault.value for fault in CellFault},
        "deeds.nothing": "nothing",
        "deeds.not-now": "not now",
        "deeds.waits": "counts when the hands are off",
        "deeds.waits-or-looked": "counts when the hands are off; again: “nothing but beans lies there”",
        "deeds.yes": "yes",
        "deeds.no": "no",
        "deeds.end-turn": "the turn ends",
        "deeds.owe": "what is missing is asked for",
        "deeds.score": "the score",
        "deeds.hint": "a hint where to play",
        "deeds.hurry": "the board moves now",
        "deeds.count-stock": "how many beans the board counts in your stock",
        "deeds.ask-stock": "the board asks whether your stock is empty",
        "deeds.ask": "the board asks whether the likeliest is done",
        "deeds.put-back": "the way back, one sign at a time",
        "deeds.take-back": "the begun move is taken back",
        "deeds.play-on": "on with the move after all",
        "deeds.count-table": "“all of it lies there”: the board says what to count by hand, and asks",
        "deeds.ask-table": "“the table is right”: the board says what it would correct, and asks",
        "deeds.steps": "one sign at a time, or all at once",
        "deeds.looked": "“nothing but beans lies there”",
        "deeds.new-game": "a new game is offered",
        "deeds.next-game": "another game is offered",
        "deeds.undo": "undo",
        "deeds.undo-to-player": "take back, to your own turn",
        "deeds.redo": "redo",
        "deeds.pause": "a pause",
        "deeds.go-on": "play goes on",
        "deeds.open-ownership": "for two minutes a phone may ask to become an owner's",
        "deeds.power-off": "the board asks whether to switch off",
        "deeds.seat": "the board takes this side, or leaves it",
        "deeds.level": "the board plays at the next level",
        **fault_words.SENTENCES,
        **procedure_words.SENTENCES,
        **refusal_words.SENTENCES,
        **report_words.SENTENCES,
        **far_words.SENTENCES,
        **first_cup_words.SENTENCES,
        **look_words.SENTENCES,
        **sheet_words.SENTENCES,
        "unusable": "This board can't play: {what}",
        "puzzles.solved": "The puzzle is solved.",
        "puzzles.solved-with-help": "The puzzle is solved, with a hint.",
        "puzzles.missed": "That is not the way: take it back, or begin it again.",
        "puzzles.unwritten": "That can't be kept: {why}",
        "reasons.misses-capture": "{move} would have captured {beans} of {place}",
        "reasons.misses-turn": "{move} would have given another turn",
        "reasons.reply-captures": "lets {side} capture {beans} of {place} with {move}",
        "reasons.blocks": "blocks {place} with {stock} still to drop: about {beans}",
        "reasons.blocks-uncounted": "blocks {place} with {stock} still to drop",
        "reasons.frees": "empties {place}, which was blocked with {stock} still to drop: about {beans}",
        "reasons.frees-uncounted": "empties {place}, which was blocked with {stock} still to drop",
        "reasons.blocks-for-good": "blocks {place}, which could have been sown",
        "reasons.spends": "takes {beans} more from {place} than the better move",
        "hints.play": "Hint for {side}: {advised}.",
        "hints.captures": "It captures {beans} of {place}.",
        "hints.only": "It is the only move.",
        "hints.alike": "No other move is worse by a whole bean.",
        "hints.alike-about": "No other move is clearly worse.",
        "hints.instead-for-that": "Not {advised}: it would lose about {beans} in the end.",
        "hints.instead": "Not {advised}: it would lose about {beans} in the end ({why}).",
        "reasons.misses-points": "{move} would have brought {points} at once",
        "reasons.reply-gains": "lets {side} gain {points} at once with {move}",
        "reasons.later": "nothing is lost at once; the loss comes further on",
        **as_landed.SENTENCES,
        **king_of_the_cups.SENTENCES,
    },
    sides={Side.SOUTH: "South", Side.NORTH: "North"},
    places={"cup": "{side}'s cup {number}", "pot": "{side}'s pot", "stock": "{side}'s stock"},
    counted={
        "beans": {"one": "1 bean", "many": "{count} beans"},
        "points": {"one": "1 point", "many": "{count} points"},
    },
    moves={
        "move": move_words.in_words,
        "reply": move_words.in_words,
        "advised": move_words.advised,
    },
)


def say(message: Message, language: Language = ENGLISH) -> str:
    """Return `message` as a sentence. Raises KeyError for a key or value that `language` lacks."""
    named = {key: _name(key, value, language) for key, value in message.values.items()}
    return language.sentences[message.key].format(**named)


def say_all(phrases: Phrases, language: Language = ENGLISH) -> str:
    """Return `phrases` in one line. Raises KeyError for a key or value that `language` lacks."""
    return ", ".join(say(phrase, language) for phrase in phrases)


def place_name(place: Place, language: Language = ENGLISH) -> str:
    """Return the name of a place or of a side."""
    side = side_of(place)
    if side is None:
        return place
    if place == side.value:
        return language.sides[side]
    kind = place.partition("-")[2]
    words = language.places.get(kind, language.places["cup"])
    return words.format(side=language.sides[side], number=kind)


def _name(key: str, value: str | int | Phrases, language: Language) -> str:
    if isinstance(value, tuple):
        return say_all(value, language)
    if isinstance(value, int):
        forms = language.counted.get(key)
        return forms["one" if value == 1 else "many"].format(count=value) if forms else str(value)
    if key in language.moves:
        return language.moves[key](value)
    if key == "kind":
        return language.kinds.get(value, value)
    if value.startswith("deeds."):
        return language.sentences[value]
    return place_name(Place(value), language)
