"""QR codes of links to a match."""

from __future__ import annotations

import io

import segno


def code_of(link: str, *, sized: bool = True) -> bytes:
    """The QR code of a link, as SVG without a style, dark on light whatever surrounds it.

    It is as large as it is drawn (*sized*), or as what surrounds it says.

    Raises ``segno.DataOverflowError`` for more than some 2,000 characters, which no link of ours has.
    """
    drawn = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(
        drawn,
        kind="svg",
        dark="#000",
        light="#fff",
        border=4,
        svgclass=None,
        lineclass=None,
        xmldecl=False,
        omitsize=not sized,
    )
    return drawn.getvalue()
