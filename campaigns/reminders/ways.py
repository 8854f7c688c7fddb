"""The ways out of the house: a notification, a mail, the campaign's Discord channel. Each says what became of it."""

import json
from base64 import urlsafe_b64decode
from smtplib import SMTPException, SMTPRecipientsRefused
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, mailers
from django.template.loader import render_to_string
from django.utils import translation

from campaigns.models import MailAddress, PushDevice
from campaigns.reminders import outside, sealing, vapid
from campaigns.reminders.outside import Later, Never, Sent
from campaigns.reminders.wording import Message

A_DAY = 24 * 3600
MOST = 700
"""Signs of a notification; with all around it that stays under the 4096 bytes that a push service takes."""


def can_mail() -> bool:
    """Whether whoever runs the server has said how to send mail."""
    return "default" in settings.MAILERS


def push(device: PushDevice, message: Message, tag: str) -> Sent:
    """Show a notification; one with the same `tag` takes the place of an older one."""
    service = outside.push_service(device.endpoint)
    if service is None:
        return Never("refused", gone=True)
    told = {"title": message.title[:80], "body": message.body[:MOST], "path": message.path, "tag": tag}
    try:
        body = sealing.encrypted(
            json.dumps(told, ensure_ascii=False).encode(), unpacked(device.p256dh), unpacked(device.auth)
        )
    except ValueError:
        return Never("refused", gone=True)
    contact = settings.VAPID_CONTACT or device.origin
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(A_DAY),
        "Urgency": "normal",
        "Authorization": vapid.authorization(f"https://{service.netloc}", contact),
    }
    path = service.path + (f"?{service.query}" if service.query else "")
    return outside.post(service.netloc, path, body, headers)


def mail(to: MailAddress, message: Message) -> Sent:
    """Send a mail to an address that was confirmed."""
    body = render_to_string(
        "campaigns/reminders/mail.txt",
        {"body": message.body, "address": f"{to.origin}{message.path}", "settle": f"{to.origin}/account/reminders/"},
    )
    return _send(to, message.title, body)


def ask_mail(to: MailAddress, token: str) -> Sent:
    """Ask whether the address is the person's own; the first mail that goes to it, and until it is answered the last."""
    with translation.override(to.language):
        body = render_to_string(
            "campaigns/reminders/mail_ask.txt", {"address": f"{to.origin}/account/reminders/mail/{token}/"}
        )
        return _send(to, translation.gettext("Is this your address?"), body)


def _send(to: MailAddress, subject: str, body: str) -> Sent:
    if not can_mail():
        return Never("no_mailer")
    try:
        with mailers.default as connection:
            letter = EmailMessage(" ".join(subject.split()), body, settings.DEFAULT_FROM_EMAIL, [to.address])
            connection.send_messages([letter])
    except SMTPRecipientsRefused:
        return Never("refused")
    except (SMTPException, OSError):
        return Later("unreachable")
    return None


def discord(address: str, text: str) -> Sent:
    """Say `text` in the channel of a webhook; it can ping nobody."""
    kept = outside.webhook(address)
    if kept is None:
        return Never("refused")
    told = {"content": text, "allowed_mentions": {"parse": []}, "flags": 4}
    parts = urlsplit(kept)
    return outside.post(
        parts.netloc, parts.path, json.dumps(told).encode(), {"Content-Type": "application/json; charset=utf-8"}
    )


def unpacked(text: str) -> bytes:
    """What a browser packed with base64, as the web writes it. ValueError where it is not that."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
