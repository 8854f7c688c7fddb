"""Addresses as pictures that a phone reads."""

import segno
from django.utils.safestring import SafeString, mark_safe


def svg(address: str) -> SafeString:
    """The QR code of an address as inline SVG, one unit a module, its quiet zone included; the page gives it paper and ink."""
    drawn = segno.make_qr(address, error="m").svg_inline(omitsize=True, svgclass=None, lineclass="qr-ink")
    return mark_safe(drawn)  # noqa: S308 (a drawing: nothing of the address is in it as text)
