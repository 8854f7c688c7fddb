"""The key with which this house signs what it sends to push services (VAPID, RFC 8292).

Made once and kept beside the data, as browsers that said yes to it know its public half: with another key they hear nothing.
"""

import json
import os
import tempfile
import time
from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import cache

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from django.conf import settings

HALF_A_DAY = 12 * 3600


def packed(data: bytes) -> str:
    """Base64 as the web writes it in addresses."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@cache
def _key() -> ec.EllipticCurvePrivateKey:
    made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    # Processes and threads may start at once; the file is whole before it has its name, and the first one wins.
    path = settings.VAPID_KEY_FILE
    if not path.exists():
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.") as new:
            new.write(made)
            new.flush()
            with suppress(FileExistsError):
                os.link(new.name, path)
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey), f"{path}: a key of the curve P-256 is needed"
    return key


def public_key() -> str:
    """What a browser subscribes with."""
    point = _key().public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return packed(point)


def authorization(audience: str, contact: str) -> str:
    """The header that tells the push service at `audience` who sends; `contact` is a mailto: or https: address."""
    told = {"aud": audience, "exp": int(time.time()) + HALF_A_DAY, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, told)
    signed = ".".join(packed(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(_key().sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed}.{packed(r.to_bytes(32) + s.to_bytes(32))}, k={public_key()}"
