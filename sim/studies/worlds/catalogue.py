"""Every world of the judge, each described once."""

from studies.worlds.world import Beans, Cells, Hands, Shape, World

USUAL = (
    World("own", "all is as the board believes: the control"),
    World("walk-4", "zeros wander 4 mg from look to look", cells=Cells(walk_grams=0.004)),
    World("walk-30", "zeros wander 30 mg from look to look", cells=Cells(walk_grams=0.030)),
    World(
        "slope-1",
        "zeros creep steadily, up to 1 mg a look, while people think",
        cells=Cells(slope_grams=0.001),
        hands=Hands(resting_looks=8),
    ),
    World(
        "slope-5",
        "zeros creep steadily, up to 5 mg a look: to a bean and beyond in a game",
        cells=Cells(slope_grams=0.005),
        hands=Hands(resting_looks=8),
    ),
    World(
        "warming",
        "1 kg cells in a room that warms by 10 degC in the evening",
        cells=Cells(rating_grams=1000.0, warming_degrees=10.0),
    ),
    World("jump-20", "the zero of a touched cup jumps by 20 mg", cells=Cells(jump_grams=0.020)),
    World("jump-60", "the zero of a touched cup jumps by 60 mg", cells=Cells(jump_grams=0.060)),
    World("gain-1", "gains differ by 1 %", cells=Cells(gain_share=0.01)),
    World("gain-5", "gains differ by 5 %", cells=Cells(gain_share=0.05)),
    World("creep-0.5", "cells yield by another 0.5 % in minutes", cells=Cells(creep_share=0.005)),
    World("creep-3", "cells yield by another 3 % in minutes", cells=Cells(creep_share=0.03)),
    World("tilt-0.2", "a lifted cup comes back 0.2 % off its load", hands=Hands(placement_share=0.002)),
    World("tilt-2", "a lifted cup comes back 2 % off its load", hands=Hands(placement_share=0.02)),
    World("noise-2", "twice the calibrated noise", cells=Cells(noise_times=2.0)),
    World("noise-4", "four times the calibrated noise", cells=Cells(noise_times=4.0)),
    World("noise-8", "eight times the calibrated noise", cells=Cells(noise_times=8.0)),
    World(
        "tails",
        "settled weights with Student's tails, 3 df",
        cells=Cells(tail_freedom=3.0),
        is_gaussian=False,
    ),
    World("hum-80", "0.2 g of mains hum at 80 samples/s", cells=Cells(hum_grams=0.2), is_gaussian=False),
    World(
        "hum-10",
        "0.1 g of mains hum at 10 samples/s, where it beats slowly",
        cells=Cells(hum_grams=0.1, sps=10.0),
        is_gaussian=False,
    ),
    World(
        "lognormal",
        "beans of a skewed (lognormal) distribution",
        beans=Beans(shape=Shape.LOGNORMAL),
        is_gaussian=False,
    ),
    World(
        "mixed",
        "a tenth of the beans are great northern, 0.32 g, and the board is told so",
        beans=Beans(light_share=0.1, sample=30),
        is_gaussian=False,
    ),
    World("lighter-25", "beans 25 % lighter than those weighed", beans=Beans(heavier_share=-0.25)),
    World(
        "told-12-of-25",
        "beans of CV 25 % told as 12 %",
        beans=Beans(spread_share=0.25, told_spread_share=0.12),
    ),
    World("told-8-of-15", "beans of CV 15 % told as 8 %", beans=Beans(told_spread_share=0.08)),
    World("odd-beans", "1 % halves, doubles and stones", beans=Beans(odd_share=0.01), is_gaussian=False),
    World(
        "things",
        "crumbs, rings and coins: 0.05 to 50 g on every fourth table",
        hands=Hands(disturbed_share=0.28, thing_share=0.9),
    ),
    World("fingers", "a finger on some rim at every sixth look", hands=Hands(finger_share=0.16)),
    World(
        "instants",
        "looks at any instant of a move, after two samples",
        hands=Hands(look_share=1.0, fewest_samples=2, lifting_share=0.8),
    ),
    World("unseen-ends", "the opponent has begun before the end was seen", hands=Hands(reply_share=0.5)),
    World(
        "quick-replies",
        "whole replies before the end was seen",
        hands=Hands(reply_share=0.4, unseen_share=0.6, look_share=0.1),
    ),
    World(
        "a-little-of-everything",
        "gain 0.5 %, drift 20 mg, noise x2, tails, mean +2 %, creep 0.5 %, 1 % odd beans",
        beans=Beans(heavier_share=0.02, odd_share=0.01),
        cells=Cells(gain_share=0.005, walk_grams=0.020, noise_times=2.0, tail_freedom=3.0, creep_share=0.005),
        is_gaussian=False,
    ),
)

ENDLESS = World(
    "endless",
    "a little of everything for 500 games on one tracker, few looks",
    beans=USUAL[-1].beans,
    cells=USUAL[-1].cells,
    hands=Hands(games=500, look_share=0.1, disturbed_share=0.1, resting_looks=1),
    is_gaussian=False,
)
"""Left out of `all`: one evening of it takes as long as all the others."""

WORLDS = {world.name: world for world in (*USUAL, ENDLESS)}
