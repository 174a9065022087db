"""What was found out about a first cell and its beans: in English."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "first.rate": "rate: {rate} a second; {arriving} arrived of late",
    "first.too-few-arrive": "  too few arrive: end what else runs on this computer, and see that its supply "
    "is strong enough and the data line sits tight",
    "first.noise": "noise of one sample: {counts} counts, {times} times the HX711 data sheet's (2 times is "
    "usual)",
    "first.noisy": "  that is much: see that nothing touches the cell or shakes the table, that A+ and A- "
    "sit tight, and that supply and computer share one ground",
    "first.gain": "gain: {gain} counts a gram (a usual cell of {rating} gives {usual}); the noise is "
    "{milligrams} mg",
    "first.too-few-beans": "Single beans weighed: {weighed}, too few to say whether they will do; if more "
    "were dropped in, they are too light for this cell, or fell several at a time; a board with such cells "
    "needs beans of {grams} g or more on average",
    "first.leap": "at {seconds} s of the recording the weight changed by {counts} counts and stayed: if "
    "something was put on or taken off then, record again; if not, the cell did it",
    "first.will-they": "Will this cell and these beans do? {answer}.",
    "first.bean": "  a bean: {grams} g, spread {spread} of it ({count} weighed)",
    "first.bean-nominal": "  a bean: {grams} g, spread {spread} of it ({count} weighed, by the cell's "
    "rating: no known mass was laid on)",
    "first.no-forecast": "  no forecast: {why}",
    "first.beside": "  this cell, beside what cupsboard budget forecasts for one of {rating}:",
    "first.noise-beside": "  noise of one sample         {ours} mg, forecast {theirs} mg",
    "first.questioned": "  honest moves questioned     {ours}, forecast {theirs}",
    "first.wrong": "  taken for another move      {ours}, forecast {theirs}",
    "first.doubles": "  two beans in a cup unseen   {ours}, forecast {theirs}",
    "first.silent": "  other single faults unseen  {ours}, forecast {theirs}",
}
