"""Runs schedules of two phones; prints what was cut off and what happened: `python -m tests.outbox [NUMBER]`."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from random import Random

from tests.outbox.schedules import Phones, check, schedule, scheduled
from tests.persistence.serving import served


def say(text: str) -> None:
    """A line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(numbers: list[str]) -> None:
    """The schedules of so many seeds, or of one ("7-7") or some ("100-200"); every fifth without locks."""
    first, _, last = (numbers[0] if numbers else "500").rpartition("-")
    seeds = range(int(first), int(last) + 1) if first else range(int(last))
    cuts, in_schedules, happened, failed = Counter[str](), Counter[str](), Counter[str](), list[int]()
    with (
        tempfile.TemporaryDirectory(prefix="kerbholz-outbox-") as folder,
        served(f"sqlite:///{folder}/kerbholz.db") as service,
    ):
        phones = Phones(service)
        for seed in seeds:
            ops = schedule(Random(seed))
            found, log = phones.run(ops, locks=seed % 5 != 4)
            cuts += scheduled(ops)
            in_schedules += Counter(list(scheduled(ops)))
            happened += Counter(found["counts"])
            happened["entries"] += sum(len(phone["entries"]) for phone in found["phones"])
            try:
                check(found, log, phones.truth)
            except AssertionError as wrong:
                failed.append(seed)
                say(f"schedule {seed}: {ops}\n{wrong}")
        phones.close()
    say(f"{len(seeds)} schedules; failed: {failed or 'none'}")
    for name, number in sorted(cuts.items()):
        say(f"{number:7}  in {in_schedules[name]:4} schedules  {name}")
    for name, number in sorted(happened.items()):
        say(f"{number:7}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
