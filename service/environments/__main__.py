"""``python -m service.environments RULESET``: a match that was played at random is printed as a file."""

from __future__ import annotations

import click

from service.environments.missing import MissingExtra
from service.environments.setting import BadSetting


@click.command()
@click.argument("ruleset")
@click.option("--seats", type=int, help="How many agents play; as few as possible without it.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same match.")
def play(ruleset: str, seats: int | None, seed: int) -> None:
    """Let agents play a match of RULESET at random, and print it as `kerbholz record` takes it."""
    try:
        from service.environments.pettingzoo import kerbholz_env

        env = kerbholz_env(ruleset, seats)
    except (MissingExtra, BadSetting) as error:
        raise click.ClickException(str(error)) from None
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    for agent in env.agent_iter():
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else env.action_space(agent).sample(env.infos[agent]["action_mask"]))
    click.echo(env.log(), nl=False)


if __name__ == "__main__":
    play(prog_name="python -m service.environments")
