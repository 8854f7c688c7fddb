"""Notifications are encrypted and signed as browsers and their push services expect it."""

import json
import stat
import threading
from base64 import urlsafe_b64decode

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from campaigns.reminders import sealing, vapid


def raw(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# The worked example of RFC 8291, appendix A.
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
TEXT = b"When I grow up, I want to be a watermelon"
EXPECTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_as_it_stands_there():
    own = ec.derive_private_key(int.from_bytes(raw(OWN)), ec.SECP256R1())
    assert vapid.packed(sealing._encrypted(TEXT, raw(BROWSER), raw(AUTH), own, raw(SALT))) == EXPECTED


def test_the_same_text_never_looks_the_same():
    assert len({sealing.encrypted(TEXT, raw(BROWSER), raw(AUTH)) for _ in range(3)}) == 3


@pytest.mark.parametrize("key", [b"", b"x" * 65, b"\4" + b"\0" * 64])
def test_a_key_that_is_none_is_refused(key):
    with pytest.raises(ValueError):
        sealing.encrypted(TEXT, key, raw(AUTH))


@pytest.fixture
def fresh(settings, tmp_path):
    settings.VAPID_KEY_FILE = tmp_path / "vapid.pem"
    vapid._key.cache_clear()
    yield settings.VAPID_KEY_FILE
    vapid._key.cache_clear()


def test_the_key_is_made_once_and_nobody_else_may_read_it(fresh):
    first = vapid.public_key()
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600
    vapid._key.cache_clear()
    assert vapid.public_key() == first
    assert [path.name for path in fresh.parent.iterdir()] == ["vapid.pem"]


def test_many_who_start_at_once_have_one_key(fresh):
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(vapid._key.__wrapped__().private_numbers())) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6 and len({one.private_value for one in found}) == 1


def test_the_signature_says_who_sends_to_whom_and_holds(fresh):
    header = vapid.authorization("https://push.test", "mailto:gm@war.test")
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    head, told, signature = token.split(".")
    assert json.loads(raw(head)) == {"typ": "JWT", "alg": "ES256"}
    claims = json.loads(raw(told))
    assert claims["aud"] == "https://push.test" and claims["sub"] == "mailto:gm@war.test"
    made = raw(signature)
    r, s = int.from_bytes(made[:32]), int.from_bytes(made[32:])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
    public.verify(encode_dss_signature(r, s), f"{head}.{told}".encode(), ec.ECDSA(hashes.SHA256()))
