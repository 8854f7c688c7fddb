"""An old session in whatever format it was kept. Pure."""

import msgspec

from campaigns import names
from characters.exchange import bot_log, ccfolia_log, session_log, udonarium
from characters.exchange.opened import Refused, text
from characters.exchange.talk import Message, Talk
from characters.wording import Fault, readable


def read(data: bytes) -> Talk | Fault:
    """CCFOLIA's log (HTML), a room of Udonarium (ZIP), a session log of this app (HTML), or a dice bot's log (text).

    Names come without what an eye cannot see and what turns the line around them.
    """
    found = _read(data)
    if isinstance(found, Fault):
        return found
    return msgspec.structs.replace(found, messages=tuple(map(_named, found.messages)))


def _named(message: Message) -> Message:
    if names.Fault.UNSEEN not in (names.fault(message.speaker), names.fault(message.tab)):
        return message
    tab = names.tidy(readable(message.tab)) or "?"
    return msgspec.structs.replace(message, speaker=names.tidy(readable(message.speaker)), tab=tab)


def _read(data: bytes) -> Talk | Fault:
    if data.startswith(b"PK"):
        room = udonarium.read_room(data)
        if isinstance(room, Fault):
            return Fault("no_messages", "chat.xml") if room.code == "no_character" else room
        return room.talk if room.talk.messages else Fault("no_messages", "chat.xml")
    try:
        written = text(data)
    except Refused as refused:
        return refused.fault
    if session_log.is_one(written):
        return session_log.read(written)
    return bot_log.read(written) if bot_log.is_one(written) else ccfolia_log.read(written)
