/* In beans; each from the leftmost cup to the one beside the pot. */
#define WORTH_OF_STOCK 2.256
static const double BLOCKED[4] = {1.708, 1.184, -0.728, -1.256};
static const double BLOCKED_BY_STOCK[4] = {-0.613, -0.461, -0.520, -0.659};
static const double DEAD[4] = {-0.706, -0.558, 0.067, -0.207};
static const double BLOCKED_BY_OTHER[4] = {-0.115, -0.025, -0.038, 0.028};
static const double SOWABLE[4] = {2.316, 3.207, 1.614, 1.175};
static const double FREE[4] = {0.550, 0.972, -0.014, -0.000};
static const double EMPTY_BY_OTHER[4] = {0.106, 0.081, -0.051, 0.025};
static const double EMPTY_BY_STOCK[4] = {-0.075, -0.006, -0.004, 0.059};
