"""Boards as pictures: what a viewer may see, drawn as SVG, and the same as text.

A picture is made from a view, so there is nothing in it that its viewer may not see, and nothing is hidden here.
Every mark names what it shows: ``data-at`` is the JSON pointer into the board, ``data-kind`` and ``data-value``
are those of the words. Colours are classes, which a style sheet fills; the tree itself has no style.

- ``svg`` the tree, and its shapes
- ``lettering`` texts, as wide as they are measured
- ``marks`` what boards are made of: cards, tokens, counters, boxes
- ``suits`` the suits of cards, which are drawn in texts
- ``signs`` what no letter says: a coin, a crown, an hourglass
- ``layout`` boxes that are put under and beside each other
- ``ending`` who has won, or why a match does not go on
- ``outline`` a view by its words, whatever the game: for text, and for a picture of a game that draws none
- ``plain`` that picture
"""
