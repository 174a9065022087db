"""Why an order of an owner's page was not carried out, and what to do: in English."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "refused.because": "{why}",
    "refused.no-text": "{name}: a text is missing",
    "refused.no-options": "options: names with texts are missing",
    "refused.no-origin": "A page must say where it comes from: open the board's own page and ask there.",
    "refused.too-long": "This is too long for an order: load the page again.",
    "refused.no-order": "This is no order that the board knows: load the page again.",
    "refused.no-such-owner": "There is no owner of this number: look at the list again.",
    "refused.not-owner": "This browser is not an owner's: become an owner first.",
    "refused.not-open": "No phone may ask just now: open that at the board first.",
    "refused.two-ask": "Two phones asked at once, so neither became an owner's: open it at the board again. "
    "If that happens again, say cupsboard pair at its shell.",
    "refused.other-number": "At the board another number was pressed: open it there again, and ask.",
    "refused.refused-there": "A button at the board said no.",
    "refused.not-pressed": "The number was not pressed within two minutes: open it at the board again, and "
    "ask.",
    "refused.invitation": "This invitation holds no more: say cupsboard pair once more.",
    "refused.no-answer": "The board does not answer: see whether it still weighs.",
    "refused.busy": "The board is busy: look whether it was done, and ask again if not.",
    "refused.too-many": "The board has too many orders: wait a moment.",
    "refused.ends": "The board ends: ask again when it is back.",
    "refused.ends-writing": "The board ends: look afterwards whether it was written.",
    "refused.no-service": "No service is there that could do that: pull the plug, everything is kept; an "
    "update is made at the board's shell.",
    "refused.no-place": "This is no folder and no address: write one that begins with / or https://, or "
    "nothing for the project's own.",
    "refused.playing": "A game is being played: what changes it is done at the board.",
    "refused.no-game": "No game is played just now: end what is done first.",
    "refused.shared": "This game is shared with another board: it is ended at the board.",
    "refused.not-offered": "This board does not offer that game: choose another one.",
    "refused.writing": "What was measured is being written: say it again in a moment.",
    "refused.no-profile": "This board has no profile yet: write one first, for its size and its cells.",
    "refused.own-profile": "The command names this board's profile: change that file, or start the board "
    "without --profile.",
    "refused.done": "This is done: begin it again to change it.",
    "refused.own-buttons": "Here the board's own buttons are examined: press those.",
    "refused.nothing-measured": "Nothing was measured that could be taken back: go on with what is asked.",
    "refused.other-place": "{place} is not being calibrated: choose one of the places that are.",
    "refused.no-step": "This has no step that could be taken back: break it off, and begin it again.",
    "refused.unusable": "This board can't play yet: begin what is missing.",
    "refused.examine-first": "Examine the board first: its report is made of that.",
    "refused.not-packed": "The files can't be packed: {why}. See whether the card is full.",
    "refused.kind-name": "A kind is called by small letters, as in dime or one-euro, and not bean: choose "
    "another name.",
    "refused.other-mass": "What was begun on {date} goes on with {mass} alone: choose that mass again, or "
    "calibrate from the start (--anew).",
    "refused.beans-forgotten": "The readings of the beans so far are not kept: weigh them anew, as another "
    "bag (--beans).",
    "restored.taken": "Files of {date}: {count}. The board begins anew with them.",
    "restored.busy": "Another backup is being read: try again when it is done.",
    "restored.too-large": "A backup has at most {megabytes} MB: choose another file.",
    "restored.not-kept": "The backup can't be kept: {why}. See whether the card is full.",
}
