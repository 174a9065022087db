"""What following individuals (`recognition.individuals`) and the race of King of the Cups decide by."""

from dataclasses import dataclass

from cupsboard.numbers.number import ASSUMED, number


@dataclass(frozen=True, slots=True)
class IndividualPriors:
    """How often individuals come and go, and in which way."""

    moved: float = number(
        0.05, "per individual", "It came or went: hands seldom move two in one moment.", ASSUMED
    )
    foreign: float = number(1e-3, "per landing", "What landed is a foreign thing.", ASSUMED)
    foreign_grams: float = number(200.0, "g", "A foreign thing weighs anything up to this.", ASSUMED)
    half_off: float = number(0.05, "per landing", "A cup stands half off its place.", ASSUMED)
    half_off_share: float = number(
        0.9, "share of the mass", "Its place then bears any share of its mass up to this.", ASSUMED
    )
    steady: float = number(
        0.05, "per individual", "A hand or thing stays as heavy as it was while one comes or goes.", ASSUMED
    )
    unseen: float = number(
        1e-5,
        "per individual",
        "It came or went without a step of most of its mass: another moved the other way in the same sample.",
        ASSUMED,
    )
    knocked: float = number(1e-3, "per settled weight", "The table was knocked.", ASSUMED)
    knocked_times: float = number(
        4.0, "times the deviation", "A weight is then off by this factor more.", ASSUMED
    )


@dataclass(frozen=True, slots=True)
class IndividualCosts:
    """What shows, how long it takes to show, and how sure the board must be which individual it was."""

    most_away: int = number(
        2, "hands", "No more hands than this are at one place between two settled weights.", ASSUMED
    )
    ringing_samples: int = number(
        6,
        "samples",
        "Over this many samples the mean of a ringing place comes near its level: a period of the slowest "
        "bar.",
        ASSUMED,
    )
    level_share: float = number(
        0.02,
        "share of the mass",
        "A level is that of an individual if it is off by no more, and not that of another if off by three "
        "times that.",
        ASSUMED,
    )
    level_grams: float = number(1.0, "g", "And this much more, for the place.", ASSUMED)
    calming_seconds: float = number(
        0.35,
        "s",
        "A cup usually lies quiet this long after it was put down. If a place takes longer, another thing "
        "may have stood there first.",
        ASSUMED,
    )
    accept: float = number(
        0.999,
        "probability",
        "The probability from which an explanation is accepted. A cup taken for another costs a player the "
        "round; a question costs three seconds, some hundred times less. The rest is reserve.",
    )
    accept_over_odd: float = number(
        0.98,
        "probability",
        "The probability needed if the only rival is a foreign thing. Where no individual contradicts, a "
        "question doesn't help, and what doesn't fit stays odd at the next look.",
    )
    steady_grams: float = number(
        0.3, "g", "Standard deviation of a weight that stays as heavy as it was.", ASSUMED
    )
    step_share: float = number(
        0.45,
        "share of the mass",
        "A step shows at least this share of its mass, whatever else moves there.",
        ASSUMED,
    )
    reach_sigmas: float = number(
        9.0,
        "standard deviations",
        "An explanation further off is impossible: even in the tail it is less probable than "
        "a foreign thing.",
    )
    most_at_once: int = number(
        3,
        "individuals",
        "No more individuals than this come to or leave one place between two settled weights.",
    )
    behind_nats: float = number(
        16.0, "nats", "An explanation this far behind the best (1 in 10^7) changes no probability."
    )
    most_together: int = number(
        2000,
        "explanations",
        "At most this many explanations of all places are compared. Cups that weigh alike have more; then "
        "none is sure.",
    )
    most_if_cut_short: float = number(
        0.9,
        "probability",
        "The largest probability of an explanation if not all were compared: too low to be accepted.",
    )
    most_of_a_place: int = number(
        12, "contents", "This many of a place's most probable contents are combined with those of the others."
    )
    doubted_seconds: float = number(
        1.0,
        "s",
        "A weight that turns out odd counts as doubtful for this long already, so that players don't wait "
        "twice.",
    )
    near_sigmas: float = number(
        10.0,
        "standard deviations",
        "A sample further from its place's weight was taken while the place moved.",
    )
    told_kept: int = number(
        60, "events", "This many of the latest landings and lifts are remembered: more than happen in a race."
    )
    lift_shown_seconds: float = number(
        0.05,
        "s",
        "A lift shows completely within this time (`PHYSICS.settling_conversions` at 80 a second).",
        ASSUMED,
    )
    apart_seconds: float = number(
        0.1,
        "s",
        "A rise less than this before a landing is that landing, or the swing of its place.",
        ASSUMED,
    )
    before_lift_seconds: float = number(
        0.15, "s", "This long before a lift the place is taken to show its weight with the cup.", ASSUMED
    )
    shown_sigmas: float = number(
        4.0, "standard deviations", "A sample shows an individual if it is within this many."
    )
    shown_share: float = number(2e-3, "share of the mass", "Plus this, for where it stands.", ASSUMED)
    shown_grams: float = number(0.3, "g", "Plus this.", ASSUMED)
    away_share: float = number(
        0.7,
        "share of the mass",
        "Where a cup was lifted, the mean of a tenth of a second fell by this share of its mass. A knocked "
        "bar swings, of which such a mean shows little.",
        ASSUMED,
    )
    begun_share: float = number(
        0.035,
        "share of the mass",
        "A lift begins where the weight fell by this share of the lightest individual there; a hundredth of "
        "it is above the noise of any board that may play.",
        ASSUMED,
    )
    fallen_share: float = number(
        0.45, "share of the mass", "And it is one once it fell by this share.", ASSUMED
    )
    rung_samples: int = number(
        3, "samples", "A cell that rings from a hit swings back within fewer samples.", ASSUMED
    )
    closing_grams: float = number(2.0, "g", "Fingers that close round a cup press on its place too.", ASSUMED)
    closing_seconds: float = number(
        0.25, "s", "And for no longer: a hand that rests there may hide a lift.", ASSUMED
    )
    alike_grams: float = number(
        1.2,
        "g",
        "Under a resting hand an individual's mass shows to within this; other individuals are further away.",
        ASSUMED,
    )
    hidden_lift_share: float = number(
        0.5,
        "share of the mass",
        "A cup that is lifted shows this share of its mass, in the mean of four samples, even if a hand "
        "comes to rest there in the same moment.",
        ASSUMED,
    )
    hidden_return_share: float = number(
        0.6,
        "share of the mass",
        "And this share when it is put down, while the hand that held it lets go of the place.",
        ASSUMED,
    )
    rival_seconds: float = number(
        0.75,
        "s",
        "A landing waits this long for places that still move: few ring or are touched for longer.",
        ASSUMED,
    )
    rival_share: float = number(
        0.6,
        "share of the mass",
        "A moving place may have got a cup if it weighs this share of the cup more than expected.",
        ASSUMED,
    )
    lighter_share: float = number(
        0.85,
        "share of the mass",
        "If one goes before another comes, the place was lighter in between by this share of it.",
        ASSUMED,
    )
    letting_go_grams: float = number(
        1.5,
        "g",
        "If it goes later, the place bore both, apart from what fingers press that let go gradually.",
        ASSUMED,
    )
    kept_samples: int = number(
        1600,
        "samples",
        "Twenty seconds at 80 a second: a cup held over its place for longer is timed from there.",
    )
    swinging_samples: int = number(
        8,
        "samples",
        "The mean of this many is a weight if they lie close enough together: a fading swing.",
        ASSUMED,
    )
    swing_grams: float = number(6.0, "g", "That close: no fingers are on top.", ASSUMED)
    quiet_samples: int = number(
        6,
        "samples",
        "No hand presses equally for this many samples: it trembles at 6 to 12 Hz, and they are most of such "
        "a wave.",
        "M. Lakie and others, Journal of Physiology 593, 2015",
    )
    risen_share: float = number(
        0.6,
        "share of the mass",
        "A place whose mean of four samples rose by this share of an individual may have had it for a "
        "moment. Of what stands for 50 ms that mean shows seven eighths, and less if it is pulled up slowly.",
        ASSUMED,
    )
    before_step_seconds: float = number(0.02, "s", "A step is timed to a sample and a half.", ASSUMED)
    step_shown_seconds: float = number(0.075, "s", "And it shows in four conversions.", ASSUMED)
    low_share: float = number(
        0.2,
        "share of the mass",
        "A place weighs as without an individual if it weighs less than this share of it more.",
        ASSUMED,
    )
    moment_seconds: float = number(
        0.5,
        "s",
        "A place that lies quiet for this long has been looked at more closely than its samples are here.",
    )
    least_carry_seconds: float = number(
        0.12,
        "s",
        "No hand has a cup on another place sooner: half of what the law gives for 10 cm, up and down.",
        "Fitts's law",
    )
    least_stand_seconds: float = number(
        0.03,
        "s",
        "No other hand takes a cup sooner after it landed: closing round it takes some 90 ms, which may have "
        "begun before.",
        ASSUMED,
    )
    same_sigmas: float = number(
        4.5, "standard deviations", "A settled weight this close to the expected one changes nothing."
    )
    grown_times: float = number(
        1.5,
        "times the noise",
        "If the noise exceeds the calibrated noise by this factor, a place may seem still under a trembling "
        "hand.",
        ASSUMED,
    )
    follow_seconds: float = number(1.0, "s", "The zero of a place that lies still is followed this often.")
    look_again_seconds: float = number(
        0.1, "s", "A doubtful place is looked at again this often while it lies still: its mean improves."
    )
    leaning_grams: float = number(
        5.0,
        "g",
        "A leaning thing presses with a tenth of its weight and more; no zero drifts so far within a game.",
        ASSUMED,
    )
    soonest_seconds: float = number(
        0.05,
        "s",
        "No cup is on another place sooner after it was lifted; half of it allows for reports early or late.",
        ASSUMED,
    )
    firmly_seconds: float = number(
        5.0,
        "s",
        "A player's word that nothing lies there, against more than that, counts after this time; no hand "
        "rests there for longer.",
        ASSUMED,
    )
    largest_wander_grams: float = number(
        0.25, "g", "A zero is never taken to drift further from look to look."
    )


@dataclass(frozen=True, slots=True)
class RaceCosts:
    """How long hands, buttons and questions take in a race for cups."""

    next_lift_seconds: float = number(
        0.2,
        "s",
        "A player who puts one cup down has another in the air no sooner: players race with one hand, which "
        "has to let go, to move and to close again; half of what simulated hands take in the median.",
        ASSUMED,
    )
    same_moment_seconds: float = number(
        0.0125, "s", "Two landings this close can't be put in order: one sample at 80 a second."
    )
    contact_bounce_seconds: float = number(0.025, "s", "Contacts bounce for 5 to 20 ms.", ASSUMED)
    tap_seconds: float = number(0.5, "s", "A longer press is a hand that rests there.")
    three_taps_seconds: float = number(1.5, "s", "Three taps within this time are one gesture.")
    hold_seconds: float = number(0.8, "s", "A press of this length is a hold.")
    long_hold_seconds: float = number(4.0, "s", "And of this length a long one.")
    absences_kept: int = number(
        200,
        "absences",
        "This many absences are remembered, to find whose hand was away while a cup was in the air.",
    )
    reach_seconds: float = number(
        0.22,
        "s",
        "A hand that was at home this shortly before a cup was lifted elsewhere did not lift it: over 30 cm "
        "and more hands take 279 ms in the mean, the quickest group 223 ms, and closing round a cup 50 ms; "
        "the rest allows for late contacts and scales.",
        "K. DeGoede and others, Journals of Gerontology A 56, 2001",
    )
    reach_own_seconds: float = number(
        0.05,
        "s",
        "The same for its own tray, which is beside the button: closing round a cup and pulling takes this "
        "long at the least.",
        ASSUMED,
    )
    home_seconds: float = number(
        0.6,
        "s",
        "All hands are at home and all cups in their places for this long before the board gets ready.",
    )
    gathered_seconds: float = number(
        3.0, "s", "And this long before a game begins: another player may be late with their button."
    )
    shortest_wait_seconds: float = number(1.0, "s", "Between readiness and roll no less passes.")
    longest_wait_seconds: float = number(
        4.0, "s", "And no more; drawn anew each time, so that the moment can't be guessed."
    )
    tell_after_seconds: float = number(
        1.5,
        "s",
        "Real dice are asked for this long after the first cup landed: by then all have seen the race.",
    )
    false_start_seconds: float = number(
        2.0, "s", "If all hands are at home and all cups in place for this long, no cup was grabbed."
    )
    question_seconds: float = number(8.0, "s", "Time to answer a question; after that the answer is no.")
    foreign_grams: float = number(
        5.0, "g", "A lighter odd weight is no cup: a zero that drifted, or a thing lying there.", ASSUMED
    )
    seen_odd_seconds: float = number(
        0.5, "s", "An odd weight for a shorter time is a hand that comes or goes.", ASSUMED
    )
