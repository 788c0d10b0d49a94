"""Pages for people: to watch, replay and play a match in a browser.

A page knows nothing more than the API: its scripts call that with the reader's token and show what comes back.

- ``pages`` the addresses: the home page, a match, and the files that both are made of
- ``opening`` the form that opens a match, and ``codes`` the QR codes on its sheet of names
- ``desk`` the director's desk: the tables of an event, by the arbiter's links
- ``embedding`` a public match within another page, the only document that may be in a frame
- ``controls`` the buttons and keys with which a match is looked through
- ``rendering`` the templates, the files, and the policy that goes with every page
- ``templates`` what is readable without scripts, ``static`` scripts and styles, ``words`` what pages say
"""
