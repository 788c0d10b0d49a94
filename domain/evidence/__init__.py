"""What can be taken home of a log: signed checkpoints, and proofs that need nobody's word.

- ``notes``: texts with signatures, as C2SP's ``signed-note`` has them
- ``checkpoints``: the size and root of a tree as such a note (C2SP's ``tlog-checkpoint``)
- ``proofs``: that a decision is in a tree, and that one tree is the beginning of another (RFC 9162)
- ``signing``: the key of a service, and its name

The tree itself is in ``domain.kit.written.evidence``. The documents of C2SP are those of commit 5ba5ee8
(22 July 2026) of its public repository.
"""
