"""What goes along when a seat is handed over: what its holder could read, his author's rights, and what he owes."""

from campaigns.models import Draft, Owing, Post, PostReader, Seat, ThreadReader


def posts_follow(old: Seat, new: Seat) -> None:
    """The names under the posts stay (`Post.seat`); everything that counts from now on is the new seat's."""
    Post.objects.filter(owner=old).update(owner=new)
    for early in PostReader.objects.filter(
        seat=old, early=True, post__in=PostReader.objects.filter(seat=new).values("post")
    ):
        PostReader.objects.filter(post=early.post_id, seat=new).update(early=True)
    for rows, about in ((PostReader, "post"), (ThreadReader, "thread"), (Owing, "post")):
        had = rows.objects.filter(seat=new).values(about)
        rows.objects.filter(seat=old).exclude(**{f"{about}__in": had}).update(seat=new)
        rows.objects.filter(seat=old).delete()
    Draft.objects.filter(seat=old).update(seat=new)
