"""How everybody who plays looks, presses and puts things right, whoever they are; times in seconds."""

GLANCE_SECONDS = 0.3
ASSURANCES = 2
"""How often a person presses on a table that is as he meant it before he does what the lights say."""
ASSURANCES_WHILE_UNWEIGHED = 8
"""The same while a place can't be weighed: that is why nothing follows, and no consent."""
BELIEVES_LIGHTS_AFTER_SECONDS = 1.5
"""How long lights are watched before they count for more than what was meant: about one rhythm."""
FRESH_LIGHTS_SECONDS = 3.5
"""By then the lights speak of the table as it lies: a second for the board, and a whole rhythm read twice."""
TOO_LONG_SECONDS = (0.85, 3.0)
"""How long a finger rests on the button that should have tapped it: a hold, but not yet a long one."""
LONGEST_BACKING_OFF_SECONDS = 30.0
"""What repairs without success slow a person down to, so that the other gets to try."""
OTHERS_MESS_SECONDS = 20.0
"""How long the one who began too early has to put things right before the other does."""
