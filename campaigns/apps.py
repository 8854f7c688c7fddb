from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out
        from django.utils.translation import gettext_lazy as _

        from campaigns import cover, seats
        from campaigns.posts import chronicle, in_chronicle, lapsing
        from campaigns.posts.following import posts_follow
        from campaigns.posts.under import under_scene
        from campaigns.reminders import owing, parts, standins
        from campaigns.reminders.devices import signed_out
        from campaigns.reminders.of_posts import of_posts
        from campaigns.reminders.of_scenes import of_scenes
        from campaigns.scenes import parts as scene_parts
        from campaigns.scenes import signing
        from campaigns.search import documents, posts, sorting, sources
        from campaigns.search.sources import fill

        sources.register(posts.KIND, _("Posts"), posts.source, in_order=True)
        post_migrate.connect(fill, sender=self, dispatch_uid="campaigns.search")
        seats.FOLLOW.append(posts_follow)
        chronicle.SOURCES.append(in_chronicle.SOURCE)
        scene_parts.UNDER.append(under_scene)
        seats.FOLLOW.append(signing.follow)
        seats.FOLLOW += [documents.follow, sorting.follow]
        seats.FOLLOW.append(standins.follow)
        cover.PARTS.append(parts.on_cover)
        cover.LOG.append(parts.in_log)
        owing.SOURCES += [of_posts, of_scenes]
        owing.SETTLERS.append(lapsing.settle_all)
        seats.FOLLOW.append(lapsing.follow)
        user_logged_out.connect(signed_out, dispatch_uid="campaigns.reminders")
