"""Who gets what at the addresses of threads and posts: a thread for everybody, and a declaration of alice's in it."""

from campaigns.models import Post, Thread
from campaigns.posts.writing import Words, write
from tests.access.answers import SEATED
from tests.combat.war import War

# Spectators read; what is not a reader's own he cannot change, and only who runs the table opens and settles.
ROWS = {
    "threads": SEATED,
    "thread-new": "404 404 403 200 200 200",
    "thread": SEATED,
    "thread-stream STREAM": SEATED,
    "thread-edit": "404 404 403 403 200 200",
    "thread-open POST": "404 404 403 403 302 302",
    "post-write POST": "404 404 403 422 422 422",
    "post-preview POST": "404 404 403 200 200 200",
    "post-draft POST": "404 404 403 200 200 200",
    "post-rules": SEATED,
    "post": "404 404 302 302 302 302",
    "post-edit": "404 404 403 200 200 200",
    "post-history": SEATED,
    "post-withdraw POST": "404 404 403 302 302 302",
    "post-settle POST": "404 404 403 403 302 302",
    "post-wait POST": "404 404 403 403 302 302",
    "post-open POST": "404 404 403 403 302 302",
}


def places(war: War) -> dict[str, object]:
    thread = Thread.objects.create(campaign=war.campaign, title="부두의 밤")
    post = write(thread, war.seats["alice"], Words(kind="declaration", text="부두를 살핀다."), "access")
    assert isinstance(post, Post), post
    return {"thread": thread.code, "post": post.code}
