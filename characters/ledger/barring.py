"""R-OTHER-6b where somebody would do what it forbids: a Master at 0 or below signs up for no scene, declares nothing and
stands in no fight. His rest has a form of its own. Who runs the table has the last word (`terms.release`)."""

from campaigns.models import PostKind, Role, Scene, Seat, Thread
from campaigns.posts.writing import Refused, Words
from campaigns.scenes.now import current
from characters.ledger import terms
from characters.ledger.pairs import everybody
from tabletop.game import Illegal

RULE = "R-OTHER-6b"
ACTS = frozenset({PostKind.DECLARATION, PostKind.FOLLOW_UP})


def from_scene(scene: Scene, seat: Seat) -> Illegal | None:
    """Whoever plays nobody but Masters who can only rest takes part in no scene; with a Servant of his own he does."""
    held = terms.bound(scene.campaign, scene) if seat.role == Role.PLAYER else {}
    if not held:
        return None
    own = {one.character.code for one in everybody(seat) if one.character.owner_id == seat.pk and not one.gone}
    return Illegal("bound", RULE) if own and own <= held.keys() else None


def from_declaring(thread: Thread, seat: Seat, words: Words) -> Refused | None:
    """A thread without a scene of its own belongs to the one that is on."""
    if words.kind not in ACTS or not words.character or seat.role != Role.PLAYER:
        return None
    scene = thread.scene or current(thread.campaign_id)
    return Refused("bound") if words.character in terms.bound(thread.campaign, scene) else None
