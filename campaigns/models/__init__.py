"""What a war keeps, one file a subject: who plays (people), days, scenes and the map (scenes)."""

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
from campaigns.models.scenes import Area, Day, MapPicture, Scene, SignUp, Step

__all__ = [
    "Area",
    "Campaign",
    "Day",
    "Invite",
    "MapPicture",
    "Role",
    "Scene",
    "Seat",
    "SeatLink",
    "SignUp",
    "Step",
    "User",
    "UserManager",
    "new_code",
    "new_token",
]
