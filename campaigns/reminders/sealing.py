"""A notification is encrypted for the one browser that shows it (RFC 8291); the push service in between reads nothing."""

import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
CURVE = ec.SECP256R1()


def encrypted(text: bytes, browser: bytes, auth: bytes) -> bytes:
    """`text` for the browser with the public key `browser` and the secret `auth`. ValueError where they are none."""
    return _encrypted(text, browser, auth, ec.generate_private_key(CURVE), os.urandom(16))


def _encrypted(text: bytes, browser: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    point = own.public_key().public_bytes(*form)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    secret = _derived(shared, auth, b"WebPush: info\0" + browser + point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + len(point).to_bytes(1) + point
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
