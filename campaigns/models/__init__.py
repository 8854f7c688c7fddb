"""What a war keeps, one file a subject: who plays (people), days, scenes and the map (scenes), what is written (posts),
what can be found (search)."""

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
from campaigns.models.posts import (
    Audience,
    Draft,
    Owing,
    Post,
    PostKind,
    PostReader,
    PostRules,
    PostVersion,
    Thread,
    ThreadReader,
)
from campaigns.models.scenes import Area, Day, MapPicture, Scene, SignUp, Step
from campaigns.models.search import Findable

__all__ = [
    "Area",
    "Audience",
    "Campaign",
    "Day",
    "Draft",
    "Findable",
    "Invite",
    "MapPicture",
    "Owing",
    "Post",
    "PostKind",
    "PostReader",
    "PostRules",
    "PostVersion",
    "Role",
    "Scene",
    "Seat",
    "SeatLink",
    "SignUp",
    "Step",
    "Thread",
    "ThreadReader",
    "User",
    "UserManager",
    "new_code",
    "new_token",
]
