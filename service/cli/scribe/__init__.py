"""``kerbholz scribe``: a program for the terminal with which what happens at a real table is entered.

A client of the REST API like any other. ``outbox`` keeps what was entered on disk until the service has it,
``language`` and ``spoken`` turn lines into commands, ``session`` says what a line does, ``words`` what a word of
the program does, ``bodies`` compares what was entered, ``screen`` shows boards and decisions in short,
``following`` listens for the others, and ``terminal`` is the loop around it all. ``service.cli.client`` speaks to
the service.
"""
