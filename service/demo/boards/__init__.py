"""The sample matches of the demonstration: how each is opened, measured, told of, and shown at its end.

Everything is read from what the service answers: the view's ``board`` and ``outcome``, and the facts of the log.
Each game has the file of its name.
"""

from __future__ import annotations

from service.demo.boards import mea_culpa, seven_sins, thurn_and_taxis
from service.demo.boards.sample import Sample

SAMPLES: tuple[Sample, ...] = (mea_culpa.SAMPLE, seven_sins.SAMPLE, thurn_and_taxis.SAMPLE)
"""The sample matches, in the order in which they are played."""
