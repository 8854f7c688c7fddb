"""Whose session it is: as Django keeps and checks it, asked for in prepared queries, since every request begins with them."""

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from campaigns.models import User
from tabletop.prepared import Prepared

BACKEND = "campaigns.sessions.Backend"

HELD = Prepared(lambda key: Session.objects.filter(session_key=key), str)
PERSON = Prepared(lambda pk: User.objects.filter(pk=pk), int)


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        # Who signed in before this backend had its name stays signed in.
        return {**data, BACKEND_SESSION_KEY: BACKEND} if BACKEND_SESSION_KEY in data else data

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key
        found = HELD.one(key) if key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


class Backend(ModelBackend):
    def get_user(self, user_id: int) -> User | None:
        user = PERSON.one(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
