from django.urls import path

from campaigns.takeaway.views import publishing, rescuing, restoring

urlpatterns = [
    path("restore/", restoring.restore, name="restore"),
    path("restore/state/", restoring.state, name="restore-state"),
    path("c/<slug:code>/session-log/", publishing.log, name="session-log"),
    path("c/<slug:code>/session-log/paper/", publishing.on_paper, name="session-paper"),
    path("c/<slug:code>/session-log/paper/log.pdf", publishing.paper_file, name="session-paper-file"),
    path("c/<slug:code>/own.zip", publishing.own_things, name="own-things"),
    path("c/<slug:code>/rescue/", rescuing.rescue, name="rescue"),
    path("c/<slug:code>/rescue/state/", rescuing.state, name="rescue-state"),
    path("c/<slug:code>/rescue/<slug:name>.zip", rescuing.file, name="rescue-file"),
]
