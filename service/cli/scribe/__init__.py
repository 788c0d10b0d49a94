"""``kerbholz scribe``: a program for the terminal with which what happens at a real table is entered.

A client of the REST API like any other. ``outbox`` keeps what was entered on disk until the service has it,
``language`` and ``spoken`` turn lines into commands, ``entering`` brings them to the service in order, ``words``
says what a word of the program does, ``session`` what a line does, ``bodies`` compares what was entered,
``screen`` shows boards and decisions in short, ``following`` listens for the others, and ``terminal`` is the loop
around it all. ``service.cli.client`` speaks to the service.
"""
