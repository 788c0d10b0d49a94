"""What a game is made of.

``facts`` (outcomes and who is told them), ``places`` (where things lie, with counted unknowns), ``state`` (a
board made of places), ``chance`` (draws that anybody can check), ``visibility`` (viewers, the gate, the
horizon), ``evidence`` (canonical bytes, seals, the tree) and ``ruleset`` (what a game has to say), which
``consistency`` checks when it is made.
"""
