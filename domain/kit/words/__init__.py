"""How people name what a game is made of: labels, explanations, and one sentence for each decision.

Each game says it once, in Fluent files in its own folder, a language each (``words/en.ftl``). Everything that
people read is made from them.

- ``fluent`` reads such files, and is the only module that knows the library for it
- ``values`` the values that a field can have, by kind
- ``labels`` what a value, a field, a command, a member of the view is called
- ``match`` the same in one match, with the names of its seats and of its board
- ``objects`` the same of who won, of a broken rule, of what became of decisions
- ``sentences`` what a decision, as it was told to somebody, says in one sentence
- ``standing`` how a match stands, and whom it waits for
- ``schemas`` titles and explanations for JSON Schemas
"""
