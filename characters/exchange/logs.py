"""An old session in whatever format it was kept. Pure."""

from characters.exchange import ccfolia_log, session_log, udonarium
from characters.exchange.opened import Refused, text
from characters.exchange.talk import Talk
from characters.wording import Fault


def read(data: bytes) -> Talk | Fault:
    """CCFOLIA's log (HTML), a room of Udonarium (ZIP), or a session log of this app (HTML)."""
    if data.startswith(b"PK"):
        room = udonarium.read_room(data)
        if isinstance(room, Fault):
            return room
        return room.talk if room.talk.messages else Fault("no_messages", "chat.xml")
    try:
        written = text(data)
    except Refused as refused:
        return refused.fault
    return session_log.read(written) if session_log.is_one(written) else ccfolia_log.read(written)
