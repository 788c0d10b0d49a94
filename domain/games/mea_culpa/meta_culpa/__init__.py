"""META CULPA: play step by step, with a register of sins against the procedure.

Its modules have the names of those in the base game that they add to.

- ``facts`` what is said, forgotten and punished
- ``commands`` the steps that players make by hand, and what they say
- ``register`` the sins, each a function over what has been done
- ``timing`` whose step it is, and what is out of turn
- ``guards`` the rules that a step must keep, ``propositions`` the conditions in them
- ``steps`` how a turn goes on and ends, with stones for sins and what was left out
- ``decide`` the facts that follow from a step, and the stone that a sin costs
- ``evolve`` each fact written down
- ``moves`` the steps that can be made now, lawful or merely possible
- ``procedure`` accusations, reminders, take-backs, the arbiter's means, and the audit
- ``options`` whether it is played, and by which register
- ``shorthand`` steps as they are typed, ``naming`` which values there are

Scribes enter steps by hand in recorded matches without META CULPA, too: then nothing is a sin.
"""
