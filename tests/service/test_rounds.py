"""What a process does now and then ends with it, at whatever moment that is."""

from threading import Thread
from typing import Any

import pytest

from service.web.process.rounds import Rounds


def test_a_signal_while_it_begins_leaves_nothing_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Any) -> None:
        raise SystemExit

    rounds = Rounds("test", lambda: None, 60)
    monkeypatch.setattr(Thread, "start", interrupted)
    with pytest.raises(SystemExit):
        rounds.start()
    rounds.stop()
