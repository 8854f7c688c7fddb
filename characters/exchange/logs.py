"""An old session in whatever format it was kept. Pure."""

from characters.exchange import bot_log, ccfolia_log, session_log, udonarium
from characters.exchange.opened import Refused, text
from characters.exchange.talk import Talk
from characters.wording import Fault


def read(data: bytes) -> Talk | Fault:
    """CCFOLIA's log (HTML), a room of Udonarium (ZIP), a session log of this app (HTML), or a dice bot's log (text)."""
    if data.startswith(b"PK"):
        room = udonarium.read_room(data)
        if isinstance(room, Fault):
            return room
        return room.talk if room.talk.messages else Fault("no_messages", "chat.xml")
    try:
        written = text(data)
    except Refused as refused:
        return refused.fault
    if session_log.is_one(written):
        return session_log.read(written)
    return bot_log.read(written) if bot_log.is_one(written) else ccfolia_log.read(written)
