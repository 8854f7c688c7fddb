"""The ways out, to real servers: what arrives there is what was said, and the code of an answer is understood."""

import json
import os
from base64 import urlsafe_b64decode
from email import message_from_string
from email.header import decode_header, make_header

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils import timezone

from campaigns.models import MailAddress, PushDevice
from campaigns.reminders import vapid, ways
from campaigns.reminders.outside import Later, Never
from campaigns.reminders.wording import Message
from tests.campaigns.reminders.elsewhere import mail_server, web_server
from tests.campaigns.reminders.test_outside import WEBHOOK

SAID = Message(
    "해무항 성배전쟁", "부두의 결투, 1라운드에 낼 판정패. 11월 11일 12:00까지 (Seoul).", "/c/abc/fights/def/"
)


@pytest.fixture
def there(monkeypatch):
    with web_server(monkeypatch) as server:
        yield server


@pytest.fixture(autouse=True)
def key(settings, tmp_path):
    settings.VAPID_KEY_FILE = tmp_path / "vapid.pem"
    vapid._key.cache_clear()
    yield
    vapid._key.cache_clear()


class Browser:
    """A browser that was subscribed, and can read what is sent to it."""

    def __init__(self):
        self.own = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def point(self):
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return self.own.public_key().public_bytes(*form)

    def device(self, **more):
        return PushDevice(
            endpoint="https://fcm.googleapis.com/fcm/send/abc?x=1",
            p256dh=vapid.packed(self.point),
            auth=vapid.packed(self.auth),
            origin="https://war.test",
            **more,
        )

    def read(self, body):
        salt, point, sealed = body[:16], body[21:86], body[86:]
        shared = self.own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))

        def derived(secret, salt, info, length):
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + point, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\2")
        return json.loads(text[:-1])


def test_a_notification_arrives_and_only_its_browser_reads_it(there):
    browser = Browser()
    assert ways.push(browser.device(), SAID, "tag") is None
    (got,) = there.got
    assert browser.read(got.body) == {"title": SAID.title, "body": SAID.body, "path": SAID.path, "tag": "tag"}
    assert SAID.body.encode() not in got.body
    assert (there.hosts, got.path) == (["fcm.googleapis.com"], "/fcm/send/abc?x=1")
    assert got.headers["Content-Encoding"] == "aes128gcm" and got.headers["TTL"] == "86400"


def test_the_push_service_learns_who_to_write_to(there, settings):
    ways.push(Browser().device(), SAID, "tag")
    settings.VAPID_CONTACT = "mailto:gm@war.test"
    ways.push(Browser().device(), SAID, "tag")
    told = [got.headers["Authorization"].split(".")[1] for got in there.got]
    subs = [json.loads(urlsafe_b64decode(one + "=" * (-len(one) % 4))) for one in told]
    assert [one["sub"] for one in subs] == ["https://war.test", "mailto:gm@war.test"]
    assert {one["aud"] for one in subs} == {"https://fcm.googleapis.com"}


def test_a_longest_message_still_fits_a_notification(there):
    ways.push(Browser().device(), Message("戰" * 80, "爭" * 700, "/c/x/"), "tag")
    assert len(there.got[0].body) < 4096


@pytest.mark.parametrize("endpoint", ["https://evil.test/x", "http://127.0.0.1/x", ""])
def test_an_endpoint_of_nobody_we_know_is_never_called(there, endpoint):
    device = Browser().device()
    device.endpoint = endpoint
    assert ways.push(device, SAID, "tag") == Never("refused", gone=True)
    assert there.hosts == []


def test_keys_that_are_none_are_no_fault_of_the_server(there):
    device = Browser().device()
    device.p256dh = "nonsense"
    assert ways.push(device, SAID, "tag") == Never("refused", gone=True)


def test_the_channel_gets_the_text_and_nobody_is_pinged(there):
    assert ways.discord(WEBHOOK, "누구를 기다립니다") is None
    (got,) = there.got
    told = json.loads(got.body)
    assert told["content"] == "누구를 기다립니다" and told["allowed_mentions"] == {"parse": []}
    assert there.hosts == ["discord.com"] and got.path == WEBHOOK.removeprefix("https://discord.com")


def test_a_kept_address_that_is_no_webhook_is_never_called(there):
    assert ways.discord("https://evil.test/api/webhooks/1/x", "…") == Never("refused")
    assert there.hosts == []


def address(**more):
    return MailAddress(address="alice@war.test", language="ko", origin="https://war.test", **more)


def mailing(settings, port):
    settings.DEFAULT_FROM_EMAIL = "war@war.test"
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": port, "timeout": 5},
        }
    }


def read(letter):
    parsed = message_from_string(letter)
    subject = str(make_header(decode_header(parsed["Subject"])))
    return subject, parsed.get_payload(decode=True).decode(), parsed["From"]


def test_a_mail_arrives_with_the_way_to_act_and_the_way_to_stop_it(settings):
    with mail_server() as there:
        mailing(settings, there.port)
        assert ways.mail(address(confirmed_at=timezone.now()), SAID) is None
    ((to, letter),) = there.letters
    subject, body, sender = read(letter)
    assert (to, subject, sender) == ("alice@war.test", SAID.title, "war@war.test")
    assert SAID.body in body
    assert "https://war.test/c/abc/fights/def/" in body and "https://war.test/account/reminders/" in body


def test_the_question_to_an_address_holds_its_link_and_names_no_war(settings):
    with mail_server() as there:
        mailing(settings, there.port)
        assert ways.ask_mail(address(), "token-token") is None
    _, body, _ = read(there.letters[0][1])
    assert "https://war.test/account/reminders/mail/token-token/" in body and SAID.title not in body


def test_a_title_with_line_breaks_makes_no_header_of_its_own(settings):
    with mail_server() as there:
        mailing(settings, there.port)
        assert ways.mail(address(), Message("a\r\nBcc: eve@war.test", "b", "/")) is None
    assert len(there.letters) == 1 and message_from_string(there.letters[0][1])["Bcc"] is None


def test_a_refused_address_is_never_tried_again_and_a_dead_server_is(settings):
    with mail_server(refuses=True) as there:
        mailing(settings, there.port)
        assert ways.mail(address(), SAID) == Never("refused")
    mailing(settings, 9)
    assert ways.mail(address(), SAID) == Later("unreachable")


def test_without_a_mail_server_it_is_said(settings):
    settings.MAILERS = {}
    assert not ways.can_mail()
    assert ways.mail(address(), SAID) == Never("no_mailer")
