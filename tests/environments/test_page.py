"""The page about environments: its programs run as they stand there, and its names are those of the code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from service.cli import main
from service.environments.__main__ import play
from service.environments.open_spiel import load
from service.environments.pettingzoo import kerbholz_env
from tests.persistence.serving import served
from tests.test_docs import FENCE, ROOT, text_of

PAGE = ROOT / "docs" / "environments.md"


def test_the_programs_of_the_page_run_one_after_the_other(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    programs = [text for language, text in FENCE.findall(text_of(PAGE)) if language == "python"]
    assert len(programs) == 6
    names: dict[str, object] = {}
    for program in programs:
        exec(compile(program, str(PAGE), "exec"), names)
    assert (
        (tmp_path / "match.txt").read_text(encoding="utf-8").startswith("kerbholz shorthand 1\nruleset: mea-culpa")
    )


def test_the_commands_of_the_page_play_a_match_and_have_it_taken_in(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, playing, recording = (text for language, text in FENCE.findall(text_of(PAGE)) if language == "sh")
    words = shlex.split(playing)
    assert words[:3] == ["python", "-m", "service.environments"]
    played = CliRunner().invoke(play, words[3:])
    assert played.exit_code == 0, played.output
    (tmp_path / "match.txt").write_text(played.output, encoding="utf-8")
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as server:
        words = shlex.split(recording.replace("http://127.0.0.1:8000", server.address))
        assert words[0] == "kerbholz"
        recorded = CliRunner().invoke(main, words[1:])
    assert recorded.exit_code == 0, recorded.output


def test_every_name_of_an_observation_is_one() -> None:
    (table,) = re.findall(r"## What is observed\n(.*?)\n## ", text_of(PAGE), re.DOTALL)
    named = set(re.findall(r"`([a-z]+(?:[/=][\w:@?#+<>]+)+)`", table))
    games = ("mea-culpa", "thurn-and-taxis")
    options = {"thurn-and-taxis": {"modules": ["audience"]}}
    known = {name for game in games for name in kerbholz_env(game, options=options.get(game)).feature_names}
    assert len(named) > 12
    assert named <= known, named - known


def test_all_that_can_be_given_is_on_the_page() -> None:
    for opens in (kerbholz_env, load):
        given = set(opens.__annotations__) - {"return", "ruleset"}
        assert not [name for name in given if f"`{name}`" not in text_of(PAGE)]
