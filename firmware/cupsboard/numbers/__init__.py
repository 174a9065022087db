"""Every number that sensing decides by, in three tables: physics, priors, and costs.

*Physics* is true or false of cells, hands and beans: who measures better changes it. *Priors* are how often
something happens before any weight is seen. *Costs* say how sure the board must be, how long it waits and how
much it computes: who wants fewer questions or quicker answers changes those, and nothing else.

Each number carries its unit, its reason and its source; firmware/SENSING.md, section 8, prints them.
"""

from cupsboard.numbers.costs import Costs
from cupsboard.numbers.physics import Physics
from cupsboard.numbers.priors import Priors

PHYSICS = Physics()
PRIORS = Priors()
COSTS = Costs()
