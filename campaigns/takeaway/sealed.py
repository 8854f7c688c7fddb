"""The part of a rescue file that nobody may read yet, the GM neither: it opens only where this installation's key is.

The key comes from SECRET_KEY. Who moves to another machine takes that along (docs/operating.md); without it the war comes
back as far as nothing in it was sealed.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac

SALT = "campaigns.takeaway.sealed"


def _key() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(salted_hmac(SALT, "", algorithm="sha256").digest()))


def close(data: bytes) -> bytes:
    return _key().encrypt(data)


def opened(data: bytes) -> bytes | None:
    """What was sealed; None where it was sealed with another key, or somebody changed it."""
    try:
        return _key().decrypt(data)
    except InvalidToken:
        return None
