"""Schemathesis against the whole OpenAPI document, with all its checks: what it says is what the service does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.persistence.serving import Served, served

pytestmark = pytest.mark.long

COMMAND = [sys.executable, "-m", "schemathesis.cli", "--no-color", "run"]
EXAMPLES = 4
"""Of each operation, beside those of the document, and in a soak beside all limits of its schema."""
PHASES = ("examples", "fuzzing", "stateful")

OPENING = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
CONFIG = """
[generation]
allow-x00 = false

# 400: a number that JSON does not keep exact, somewhere in options or board, of which any game has its own.
[[operations]]
include-path = "/v1/matches"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "422"]

# A schema can't say which seats, versions and moves this match has: 422 is an answer, but 400 is not (except
# where commands are sent: Schemathesis takes the quotes off an If-Match that it has made.)
[[operations]]
include-path-regex = "^/v1/matches/(?!.*/(webhooks|proof))"
exclude-method = "POST"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "403", "404", "409", "412", "422", "423"]
parameters = {{ identifier = "{over}" }}
headers = {{ Authorization = "Bearer {token_over}" }}

[[operations]]
include-path-regex = "^/v1/matches/[^/]+/(commands|shorthand)$"
include-method = "POST"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "403", "409", "412", "422", "423"]
parameters = {{ identifier = "{match}" }}
headers = {{ Authorization = "Bearer {token}" }}

[[operations]]
include-path-regex = "/proof$"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "403", "404", "409", "412", "422"]
parameters = {{ identifier = "{over}", version = 0 }}
headers = {{ Authorization = "Bearer {token_over}" }}

[[operations]]
include-path-regex = "/webhooks"
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "404", "409", "422"]
parameters = {{ identifier = "{match}", webhook = "{webhook}" }}
headers = {{ Authorization = "Bearer {token}" }}

[[operations]]
include-path = "/v1/rulesets/{{identifier}}"
parameters = {{ identifier = "seven-sins" }}
"""


def run(server: Served, folder: Path, phases: Sequence[str]) -> str:
    """What Schemathesis says, which must be that it found nothing."""
    opened = server.request("POST", "/v1/matches", OPENING)
    match, over = opened[1], server.request("POST", "/v1/matches", OPENING)[1]
    # What has an end: whoever waits for more of it is answered at once.
    bearer = {"Authorization": f"Bearer {over['tokens']['arbiter']}"}
    for command in ("table.abandon", "table.close"):
        path = over["links"]["commands"]
        assert server.request("POST", path, {"type": command}, bearer)[0] == 201
    config = CONFIG.format(
        match=match["id"],
        token=match["tokens"]["arbiter"],
        over=over["id"],
        token_over=over["tokens"]["arbiter"],
        webhook=_registered(server, match),
    )
    (folder / "schemathesis.toml").write_text(config, encoding="utf-8")
    command = [*COMMAND, f"{server.address}/v1/openapi.json", "--checks", "all", "--max-examples", str(EXAMPLES)]
    # The ids in paths are those given above, whatever was made before: a webhook that is removed once is gone.
    command += ["--exclude-checks", "ensure_resource_availability"]
    command += ["--seed", "6", "--generation-database", "none", "--phases", ",".join(phases)]
    environment = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr[-2_000:]
    return done.stdout


def _registered(server: Served, match: Any) -> str:
    bearer = {"Authorization": f"Bearer {match['tokens']['arbiter']}"}
    hook = {"url": "https://hooks.example.org/", "events": ["match.ended"]}
    identifier: str = server.request("POST", f"{match['links']['self']}/webhooks", hook, bearer)[1]["id"]
    return identifier


@pytest.mark.few("some")
@pytest.mark.parametrize("phases", [PHASES, (*PHASES, "coverage")], ids=["some", "all"])
@pytest.mark.scenario(102)
def test_schemathesis_finds_nothing(tmp_path, phases):
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as server:
        said = run(server, tmp_path, phases)
        operations = sum(
            len(methods.keys() - {"parameters"})
            for methods in server.request("GET", "/v1/openapi.json")[1]["paths"].values()
        )
    # All but the one that gives the document.
    assert re.search(rf"Tested: +{operations - 1}\b", said), said
    assert re.search("✅ +Stateful", said), said
    missing = said.partition("Missing test data")[2].partition("💡")[0]
    # A webhook is removed once, and then it is gone; and no schema can say where a decision has a text.
    gone = ("/webhooks/{webhook}", "/texts/{version}")
    assert all(line.endswith(gone) for line in missing.splitlines() if " - " in line), said
