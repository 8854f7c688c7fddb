"""What a war keeps, one file a subject: who plays (people)."""

from campaigns.models.people import (
    Campaign,
    Invite,
    Role,
    Seat,
    SeatLink,
    User,
    UserManager,
    new_code,
    new_token,
)

__all__ = ["Campaign", "Invite", "Role", "Seat", "SeatLink", "User", "UserManager", "new_code", "new_token"]
