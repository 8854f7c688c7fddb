from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns import seats
        from campaigns.posts import chronicle, in_chronicle
        from campaigns.posts.following import posts_follow
        from campaigns.scenes import signing
        from campaigns.search.sources import fill

        post_migrate.connect(fill, sender=self, dispatch_uid="campaigns.search")
        seats.FOLLOW.append(posts_follow)
        chronicle.SOURCES.append(in_chronicle.SOURCE)
        seats.FOLLOW.append(signing.follow)
