"""Fits the weights by which the solver orders moves: `solver sample ... | python fit.py > weights.h`.

Reads lines "value, the mover's cups and stock, the other's cups and stock" and prints the header to include;
on stderr the spread of the values and the error on a held-out fifth. Needs numpy.
"""

import sys

import numpy as np

CUPS = 4
TERMS = ("BLOCKED", "BLOCKED_BY_STOCK", "DEAD", "BLOCKED_BY_OTHER", "SOWABLE", "FREE", "EMPTY_BY_OTHER")
LEAST_STOCK = 6
"""Beans in both stocks together; with fewer the table knows the value and no order is needed."""

samples = np.loadtxt(sys.stdin)
samples = samples[samples[:, CUPS + 1] + samples[:, 2 * CUPS + 2] >= LEAST_STOCK]
values = samples[:, 0]


def features(cups, stock, others_stock):
    """What one side contributes to the value of the position for its owner."""
    own, other = stock[:, None], others_stock[:, None]
    needed = np.arange(CUPS, 0, -1)
    is_blocked, is_sowable, is_empty = cups > needed, cups == needed, cups == 0
    return np.hstack(
        [
            own,
            *(is_blocked, is_blocked * own, is_blocked * (cups - needed), is_blocked * other),
            *(is_sowable, ~(is_blocked | is_sowable) * cups, is_empty * other, is_empty * own),
        ]
    ).astype(float)


mine, my_stock = samples[:, 1 : CUPS + 1], samples[:, CUPS + 1]
yours, your_stock = samples[:, CUPS + 2 : -1], samples[:, -1]
table = features(mine, my_stock, your_stock) - features(yours, your_stock, my_stock)
table = np.hstack([table, np.ones((len(values), 1))])
is_held_out = np.arange(len(values)) % 5 == 0
weights, *_ = np.linalg.lstsq(table[~is_held_out], values[~is_held_out], rcond=None)
error = (table[is_held_out] @ weights - values[is_held_out]).std()
print(f"{len(values)} values, spread {values.std():.2f}, error {error:.2f} beans", file=sys.stderr)
print("/* Printed by fit.py. In beans; each from the leftmost cup to the one beside the pot. */")
print(f"#define WORTH_OF_STOCK {weights[0]:.3f}")
for term, each in zip((*TERMS, "EMPTY_BY_STOCK"), weights[1:-1].reshape(-1, CUPS), strict=True):
    print(f"static const double {term}[{CUPS}] = {{{', '.join(f'{weight:.3f}' for weight in each)}}};")
