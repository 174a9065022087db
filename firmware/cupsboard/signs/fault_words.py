"""What is said of faults that calibrating and examining find, and what to do about them: in English."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "rejections.sentence": "{where} {what}: {found}; usual is {usual}. {help}.",
    "rejections.board": "the board",
    "rejections.not-still": "does not come to rest",
    "rejections.silent": "gives no readings",
    "rejections.saturated": "is beyond its range",
    "rejections.wrong-direction": "falls under load",
    "rejections.same-signal": "shows the same as another place",
    "rejections.crossed": "shows what lies on another place",
    "rejections.moved-too": "moves with another place",
    "rejections.nothing-felt": "feels nothing",
    "rejections.too-little-signal": "feels a bean too little",
    "rejections.small-reference": "was loaded with too little",
    "rejections.odd-reference": "felt another mass than the other places",
    "rejections.unlike-readings": "feels the same weight otherwise each time",
    "rejections.mixed-rates": "converts at another rate than the others",
    "rejections.mend": "To mend it, {cure}; then press to repeat",
    "rejections.no-rest": "no rest for 5 s",
    "rejections.usual-noise": "noise of about {counts} counts",
    "rejections.usual-range": "within a tenth of the range of +-8 388 607 counts when empty",
    "rejections.usual-rate": "10 or 80 readings a second",
    "rejections.under-a-finger": "{counts} counts under a finger",
    "rejections.a-rise": "a rise",
    "rejections.help-swapped": "Its two signal wires A+ and A- are swapped, or the cell hangs upside down: "
    "exchange the wires or turn it round, then press to repeat",
    "rejections.reads-the-same": "it reads the same as {other}, and a touch moves both alike",
    "rejections.one-alone": "one place alone",
    "rejections.help-joined": "The data lines of {place} and {other} are joined, or both carry one "
    "amplifier's signal: separate them, then press to repeat",
    "rejections.felt-as-well": "a touch here was felt at {others} as well",
    "rejections.help-coupled": "Keep hands off {others}, and see that no cup, platform or cable of one "
    "touches the other's, then press to repeat",
    "rejections.felt-as": "a touch here was felt as {other}",
    "rejections.as-itself": "as {place}",
    "rejections.help-crossed": "If it was {place}, the lit place, that was touched, the cables are crossed: "
    "plug the amplifier of {place} where that of {other} is plugged now, or exchange the lines of the two "
    "in the profile, then press to repeat",
    "rejections.when-loaded": "{counts} counts when loaded",
    "rejections.rise-of-more": "a rise of more than {counts}",
    "rejections.help-nothing": "See that the load rests on this platform and that the bar can bend (the "
    "arrow on its end points down), then press to repeat",
    "rejections.gain-known-to": "its gain is known to {error}",
    "rejections.or-better": "{error} or better",
    "rejections.help-small": "If all of it lay there, take {needed} g or more instead of {grams} g, then "
    "press to repeat",
    "rejections.times-the-middle": "{ratio} times the counts of the middle one of all places",
    "rejections.usual-ratio": "0.7 to 1.4 for cells of one kind",
    "rejections.help-odd": "See that all of the reference lay in this cup and nothing else, and that the "
    "cell is of the same kind as the others, then press to repeat",
    "rejections.a-bean-is": "a bean is {counts} counts, {signal} times what a settled weight is off by",
    "rejections.times-or-more": "{needed} times or more",
    "rejections.help-little": "Take heavier beans or cells of a smaller rating, or see why this place is so "
    "noisy, then press to repeat",
    "rejections.help-shaken": "It was noisier than boards usually are: see what shakes or touches it, then "
    "press to measure it anew",
    "rejections.of-the-first": "{percent} of the first time",
    "rejections.within": "within {percent}",
    "rejections.help-unlike": "See that cup and platform touch nothing and that the weight stands in the "
    "middle, then press to repeat",
    "rejections.rates": "{rate} SPS, as do {count} of {of} places ({others})",
    "rejections.one-rate": "the same rate on the whole board",
    "rejections.help-rates": "Solder the RATE pin of these amplifiers like that of the others (low for 10 "
    "SPS, high for 80), then press to repeat",
    "cures.MISSED": "see the cell's data and clock lines, and what else runs on this computer",
    "cures.STARTING": "see that the amplifier has power, ground, clock and its data line",
    "cures.SILENT": "see that the amplifier has power, ground, clock and its data line",
    "cures.STUCK_LOW": "see that the amplifier has power, and that its data line touches nothing else",
    "cures.SATURATED_LOW": "look for a wire of the cell that is off (E+, E-, A+, A-) or a platform that is "
    "clamped or overloaded",
    "cures.SATURATED_HIGH": "look for a wire of the cell that is off (E+, E-, A+, A-) or a platform that is "
    "clamped or overloaded",
    "cures.FROZEN": "power the board off and on; if it stays so, see the amplifier's supply (VCC)",
    "cures.SLOW_CLOCK": "end what else runs on this computer, see its power supply and its cooling",
    "cures.RESTLESS": "keep hands off and doors shut, and see that cup and platform touch nothing",
    "cures.LEAPING": "keep hands off; if it leaps on, see that its plugs sit tight",
    "cures.DRIFTING": "let the board warm up; if it goes on, see that nothing touches it, then its plugs and "
    "what holds it",
    "cures.PRESSED": "leave it alone for some seconds",
    "diagnosis.good": "good",
    "diagnosis.look": "LOOK",
    "diagnosis.buttons": "buttons",
    "diagnosis.lights": "lights",
    "diagnosis.lights-judged": "judged by you alone: step 6 of the building guide says what each fault is",
    "diagnosis.reader": "reader",
    "diagnosis.runs-REAL_TIME": "runs before all other programs",
    "diagnosis.runs-NICE": "runs before most other programs",
    "diagnosis.runs-NONE": "runs like any other program",
    "diagnosis.slow": "{fault}; {cure}",
    "diagnosis.no-weight": "gives no weight: {fault}; {cure}",
    "diagnosis.dead": "dead: {fault}; {cure}",
    "diagnosis.no-readings": "no readings at all",
    "diagnosis.now-and-then": "{fault} ({times} times, now and then); {cure}; if it comes again, see its "
    "cable",
    "diagnosis.other-rate": "converts at {rate} SPS, the others at {usual}; see its RATE pin",
    "diagnosis.few": "only {rate} readings a second; end what else runs on this computer, and see its power "
    "supply",
    "diagnosis.noisy": "{times} times as noisy as when calibrated; see what shakes or touches it, then its "
    "wires and its supply",
    "diagnosis.hangs": "the same counts {times} times over: the converter hangs; power the board off and on",
    "diagnosis.drifts": "drifts by {grams} g a minute; {cure}",
    "diagnosis.wild": "{times} wild readings; examine again with all hands off; if they come again, see its "
    "data and clock lines",
    "diagnosis.off": "{grams} g off its calibration; first mend what else is said of it",
    "diagnosis.off-anew": "{grams} g off its calibration; if nothing lies there, its cup is its own and the "
    "cell is screwed tight, calibrate this place again: {command}",
    "diagnosis.crossed": "its touch is felt as {others}: examine again, touching the lit place alone; if it "
    "stays so, the cables are crossed",
    "diagnosis.joined": "its touch is felt at {others} as well: examine again with one finger; if it stays "
    "so and nothing bridges the platforms, their data lines are joined",
    "diagnosis.no-touch": "no touch was felt: examine again; if it was pressed, see that its platform is "
    "free",
    "diagnosis.falls": "weighs {grams} g less when it is pressed; if nobody lifted its cup, the signal wires "
    "A+ and A- are swapped, or the cell was turned over",
    "diagnosis.hears": "feels {grams} g of its neighbours' touch; if no hand rested on it, see that nothing "
    "bridges platforms",
    "diagnosis.cell": "cell {serial}",
    "diagnosis.weighs": "{grams} g",
    "diagnosis.rate": "{rate} SPS",
    "diagnosis.noise": "noise {milligrams} mg",
    "diagnosis.since": "{milligrams} mg since calibration",
    "diagnosis.touch": "touch {grams} g",
    "diagnosis.refused": "refused {what}",
    "diagnosis.refused-STRETCHED": "{count} (the clock was high too long: chips may have powered down)",
    "diagnosis.refused-NOT_READY": "{count} (the chip had no new result)",
    "diagnosis.refused-UNKNOWN_RHYTHM": "{count} (its conversions can't be predicted yet)",
    "diagnosis.refused-COLLISION": "{count} (a conversion may have completed inside the frame)",
    "diagnosis.refused-LOW_AT_END": "{count} (the line was low after pulse 25)",
    "diagnosis.refused-SETTLING": "{count} (one of the first results after a start or a bad frame)",
    "diagnosis.refused-DOUBTFUL": "{count} (the word may have ended early)",
    "diagnosis.no-press": "no press of {what} was felt: examine again; if it was pressed, see its cable and "
    "its line",
    "diagnosis.both-felt": "both felt",
    "diagnosis.all-felt": "all felt",
}
