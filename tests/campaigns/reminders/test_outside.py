"""The house speaks to named hosts of others only, follows nobody elsewhere, and knows a lasting no from a passing one."""

import pytest

from campaigns.reminders import outside
from campaigns.reminders.outside import Later, Never, push_service, webhook
from tests.campaigns.reminders.elsewhere import web_server

TOKEN = "Ab_-" * 17
WEBHOOK = f"https://discord.com/api/webhooks/112233445566778899/{TOKEN}"


@pytest.fixture
def there(monkeypatch):
    with web_server(monkeypatch) as server:
        yield server


@pytest.mark.parametrize(
    "given",
    [
        WEBHOOK,
        f"  {WEBHOOK}/ ",
        WEBHOOK.replace("discord.com", "discordapp.com"),
        WEBHOOK.replace("https://", "https://canary."),
    ],
)
def test_a_webhook_is_kept_under_one_host(given):
    assert webhook(given) == WEBHOOK


@pytest.mark.parametrize(
    "given",
    [
        "",
        "http://discord.com/api/webhooks/112233445566778899/" + TOKEN,
        WEBHOOK.replace("discord.com", "discord.com.evil.test"),
        WEBHOOK.replace("discord.com", "evil.test/discord.com"),
        WEBHOOK.replace("https://", "https://discord.com@evil.test/"),
        WEBHOOK.replace("discord.com", "discord.com:8080"),
        WEBHOOK.replace("discord.com", "127.0.0.1"),
        WEBHOOK.replace("/api/webhooks", "/api/../webhooks"),
        WEBHOOK + "?wait=true",
        WEBHOOK + "#x",
        WEBHOOK + "\nHost: evil.test",
        WEBHOOK.replace("112233445566778899", "１１２２３３４４５５６６７７８８９９"),
        "https://discord.com/api/webhooks/1/" + TOKEN,
    ],
)
def test_what_is_no_webhook_of_discord_is_none(given):
    assert webhook(given) is None


@pytest.mark.parametrize(
    "given",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
        "https://web.push.apple.com/QHA",
    ],
)
def test_the_push_services_of_browsers_are_known(given):
    assert push_service(given)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "x",
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:444/x",
        "https://fcm.googleapis.com.evil.test/x",
        "https://evil.test/?fcm.googleapis.com",
        "https://evilnotify.windows.com/x",
        "https://user@fcm.googleapis.com/x",
        "https://localhost/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[bad/x",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nHost: evil.test",
        "file:///etc/passwd",
        "https://FCM.googleapis.com/x",
    ],
)
def test_an_address_that_is_at_none_of_them_is_none(given):
    assert push_service(given) is None


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (204, {}, None),
        (201, {}, None),
        (301, {"Location": "http://127.0.0.1/"}, Never("refused")),
        (307, {"Location": "http://127.0.0.1/"}, Never("refused")),
        (400, {}, Never("refused")),
        (401, {}, Never("refused")),
        (404, {}, Never("gone", gone=True)),
        (410, {}, Never("gone", gone=True)),
        (429, {"Retry-After": "7"}, Later("busy", 7)),
        (429, {"Retry-After": "99999999999"}, Later("busy", 3600)),
        (429, {"Retry-After": "soon"}, Later("busy")),
        (500, {}, Later("broken")),
        (503, {}, Later("broken")),
    ],
)
def test_an_answer_says_whether_another_try_is_worth_it(there, status, headers, expected):
    there.answers[:] = [(status, headers)]
    assert outside.post("discord.com", "/x", b"{}", {}) == expected
    assert len(there.got) == 1  # and nobody was followed anywhere


def test_who_cannot_be_reached_is_tried_again(monkeypatch):
    monkeypatch.setattr(outside, "connect", lambda host: outside.HTTPConnection("127.0.0.1", 9, timeout=1))
    assert outside.post("discord.com", "/x", b"", {}) == Later("unreachable")


def test_an_answer_that_is_none_is_a_fault_of_the_other_side(monkeypatch):
    import socket
    import threading

    listening = socket.create_server(("127.0.0.1", 0))

    def babble():
        client, _ = listening.accept()
        client.recv(1000)
        client.sendall(b"what?\r\n\r\n")
        client.close()

    threading.Thread(target=babble, daemon=True).start()
    port = listening.getsockname()[1]
    monkeypatch.setattr(outside, "connect", lambda host: outside.HTTPConnection("127.0.0.1", port, timeout=2))
    assert outside.post("discord.com", "/x", b"", {}) == Later("unreachable")
    listening.close()


def test_a_real_connection_is_encrypted_checked_and_not_waited_for_for_long():
    connection = outside.connect("discord.com")
    assert isinstance(connection, outside.HTTPSConnection) and connection.timeout == 10
    assert connection._context.check_hostname
