"""``python -m service.demo``."""

from __future__ import annotations

import sys

from service.demo.demonstration import main

if __name__ == "__main__":
    sys.exit(main())
