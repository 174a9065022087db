"""What is said while a board is calibrated and examined, and its beans and cells are weighed: in English."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "terminal.press": "Enter here is a press of a button, the word hold and Enter is a long one.",
    "terminal.not-calibrated": "not calibrated yet: grams are about those of a cell of 500 g, and what a "
    "place weighs empty is not judged; when all places are good: cupsboard calibrate",
    "terminal.unknown-mass": "Without a known mass the grams are nominal only: right to about 15 %, on all "
    "places alike. Counting beans needs the ratios between places alone, so nothing is lost in play; but "
    "weights can't be compared with other scales or tables of beans, and a wrong cell rating goes unnoticed.",
    "beans-first": "One bean into each lit cup; {weighed} of the first {needed} weighed.",
    "beans-first-back": "Take the beans out and lay them back with the others; {weighed} of the first "
    "{needed} weighed.",
    "beans-sorting": "One bean into any lit cup; {kept} kept, {thrown} thrown away. Press to end.",
    "beans-several": "More than one bean in {place}? One at a time; a single one is far too heavy: throw it "
    "away.",
    "beans-blind": "No cup can be weighed. {place}: {fault}; {cure}. To end with what was weighed, hold a "
    "button.",
    "beans-portions": "{beans} into each lit cup, then press; cupfuls weighed: {weighed}.",
    "kinds-each": "One {kind} into each lit cup, then press; {weighed} weighed.",
    "beans-looking": "Hands off for a moment, until the cups light up.",
    "beans-empty-first": "Something lies in the lit cups: take it out first. Nothing in them? Hold a button "
    "for a second.",
    "beans-empty": "Weighed. Empty the cups; press when they are empty to end.",
    "calibrate-empty": "Take the cups off, so that the lit platforms are bare; then press.",
    "calibrate-empty-again": "{place} reads less than its platform did. Perhaps a cup or a hand was still on "
    "it: take the cups off the lit platforms; then press.",
    "calibrate-still": "Hands off for a moment.",
    "calibrate-cups": "Put each empty cup on its own platform; {missing} to go. Press if all cups stand and "
    "lights still ask for some.",
    "calibrate-load-early": "Nothing was felt on {place} yet: put the weight there, and the board goes on by "
    "itself. If it lies there, take it off first.",
    "calibrate-unload-there": "The weight lies on {place}, and is measured there. Take it off again.",
    "calibrate-done-there": "{place} is done already. Take the weight from there, and put it on {next}.",
    "calibrate-two": "Weight on {place} and {other} at once: take it off both, then one place alone.",
    "calibrate-odd": "{place} feels {percent} % of what the other places felt. Take it off; the whole "
    "weight, and nothing else.",
    "calibrate-more": "Something lies on {place} beside its cup: take it off. If it is its own cup, press.",
    "calibrate-or-nothing": "Take off {place} whatever does not belong there. If there is nothing to take "
    "off, press once more, and it is measured again.",
    "calibrate-lighter": "{place} reads less than before. Put its cup back; or take everything off it, then "
    "press.",
    "calibrate-load": "Put the weight into {place}.",
    "calibrate-unload": "Take the weight out of {place}.",
    "calibrate-load-bare": "Put the weight on the bare platform of {place}.",
    "calibrate-load-spot": "Put the weight in the middle of {place}.",
    "calibrate-unload-spot": "Take the weight off {place}.",
    "calibrate-move": "Move the weight from {place} into {next}.",
    "calibrate-move-bare": "Move the weight from {place} to the bare platform of {next}.",
    "calibrate-move-spot": "Move the weight from {place} to the middle of {next}.",
    "calibrate-move-again": "Take the weight out of {place}. Lift the cup of {next}, put the weight into "
    "it, and put both back.",
    "calibrate-move-spot-again": "Move the weight from {place} to the middle of {next}.",
    "calibrate-load-again": "All once more, to be sure: lift the cup of {place}, put the weight into it, "
    "and put both back.",
    "calibrate-load-spot-again": "All once more, to be sure: put the weight in the middle of {place}.",
    "calibrate-lift": "Lift the cup of {place} with the weight in it, and put both back; press if you have.",
    "calibrate-unlike": "{place} feels {percent} % of what it felt first. The same weight, all of it, and a "
    "cup that touches nothing? Lift the cup with the weight in it, and put both back.",
    "calibrate-unlike-spot": "{place} feels {percent} % of what it felt first. The same weight, all of it, "
    "and nothing that touches? Lift it, and put it back in the middle.",
    "calibrate-touch": "Press lightly on {place} for a second, then let go; press the button if its light "
    "stays on.",
    "calibrate-touch-again": "Once more: press lightly on {place} for a second, then let go; press the "
    "button if its light stays on.",
    "calibrate-touch-there": "That was felt on {other}. Press lightly on {place}, the lit one, for a second; "
    "or press the button if you did just that.",
    "calibrate-beans": "One bean into each lit cup; {weighed} of {wanted} weighed. Press when you have no "
    "more.",
    "calibrate-beans-few": "{weighed} of at least {wanted} felt so far. One bean after the other into the "
    "lit cups, and wait for the light each time; beans that are not felt are too light for these cells.",
    "calibrate-zero": "See that the cup of {place} stands there empty; then press.",
    "calibrate-refused": "Refused: {what} Hold to leave it out.",
    "calibrate-done": "Calibrated.",
    "doctor-reading": "Empty cups on their places, and hands off for twenty seconds.",
    "doctor-reading-spots": "Nothing on spots and trays, and hands off for twenty seconds.",
    "doctor-touch": "Press lightly on {place} for a second, then let go.",
    "doctor-buttons": "All lights should pulse now. Press one button, then the other.",
    "doctor-buttons-seats": "All lights should pulse now. Press every player's button; {missing} to go.",
    "doctor-done": "Examined.",
    "lights-each": "The lights of {place}, one after the other in red, green and blue. Press to go on.",
    "lights-all": "All lights white, as bright as no game makes them; they draw about {amperes} A. Measure "
    "the 5 V now: they end by themselves, or when you press.",
    "lights-buttons": "Press every button; while you hold it, its player's lights glow. {missing} to go.",
    "lights-done": "Tried.",
    "job-writing": "It is being written down. Leave the board on.",
    "job-done": "Done. Press to go on.",
    "pairing.open": "For two minutes a phone may ask to become an owner's: open the board's page there, and "
    "its set-up. One press of a button ends this.",
    "pairing.asked": "A phone asks to become an owner's. Press any button as often as the first number on "
    "its page says, then wait until all lights flash again. Not your phone? Press once.",
    "pairing.pressed": "Pressed: {count}. All lights flash again when this number is over.",
    "pairing.next": "Right: {count} of {of} numbers. Now the next one.",
    "pairing.done": "The phone is an owner's now.",
    "pairing.other": "The phone that asked shows another number. No phone has become an owner's.",
    "pairing.two": "Two phones asked at once, so neither has become an owner's. Open it again for one of "
    "them.",
    "pairing.ended": "No phone has become an owner's.",
    "job-done-look": "Done, and something is to be looked at: page and terminal say what. Press to go on.",
    "scope-waiting": "Waiting for the first reading.",
    "scope-silent": "No reading comes. See that the amplifier has power, ground, its clock and its data "
    "line; it goes on by itself.",
    "scope-stuck": "The data line is low all the time. See that the amplifier has power, and that this line "
    "touches nothing else.",
    "scope-saturated": "The reading is at the end of its range. Look for a wire of the cell that is off (E+, "
    "E-, A+, A-), or for a cell that is clamped or overloaded.",
    "scope-faulty": "No weight comes: {fault}. What to do: {cure}. It goes on by itself.",
    "scope-rest": "Hands off, with nothing on the cell: its noise is being measured.",
    "scope-restless": "It doesn't come to rest. Keep hands off and doors shut, and see that nothing touches "
    "the cell; or press to go on all the same.",
    "scope-mass": "Lay the known mass of {grams} g on the cell; press to go on without, in counts.",
    "scope-fell": "The reading fell by {counts} counts. If something was taken off, put it back, or press to "
    "begin again without it. If it fell under the {grams} g, turn the cell round, or exchange A+ and A-.",
    "scope-odd-gain": "{gain} counts a gram fits no usual cell, or not the one you named. Take it off and "
    "lay all {grams} g on the middle of the platform once more; press first if it is as it should be.",
    "scope-unload": "{gain} counts a gram, like a cell of {rating}. Take the {grams} g off again.",
    "scope-cup": "Put an empty cup on the cell; press to go on without one, or if it stands there.",
    "scope-beans": "Drop beans in, one at a time: {weighed} of {wanted} weighed, {lying} lie there.",
    "scope-too-few": "Two minutes are over; single beans weighed: {weighed}; {needed} are needed to "
    "say whether they will do. Drop in more, one at a time. Those that are not felt are too light for this "
    "cell. Press to end without.",
    "scope-judged": "{weighed} beans weighed, enough to say whether they will do. More of them make it "
    "surer; press to go on.",
    "scope-record": "Hands off now, and nothing put on or taken off: the cell is recorded; minutes to go: "
    "{minutes}. Press to end.",
    "scope-done": "Done.",
    "scope-unload-odd": "{gain} counts a gram, found again, though no usual cell of the rating you named has "
    "that. Take the {grams} g off.",
    "prove-load": "Once more, to prove it: put the weight into {place}. Hold to leave this out.",
    "prove-unread": "{place} can't be weighed: {fault}; {cure}. Hold to leave this part out.",
    "prove-cups": "Lift each lit cup and put it back; {missing} to go. Press to leave the rest out.",
    "prove-done": "Proved.",
}
