"""An evening: many matches at once, opened from one list, with slips for the people and a file for the desk.

- ``tables`` who sits at which table, from a list of names
- ``wanted`` what opens a match, and what is wrong with it; the same seats once more
- ``journal`` what was opened, on disk before and after each request, so that a run that was killed goes on
- ``event`` the file for the desk: a link of the arbiter for each match
- ``slips`` pages to be printed: a link and a QR code for everybody, those of officials apart
- ``results`` how the matches of an event ended, as a page and as CSV
- ``reseating`` a recorded match once more, with its seats in another order
- ``commands`` the commands of the program: ``open``, ``results``, ``reseat``

All of it is a client of the REST API: a service is known by its address alone.
"""
