from django.urls import path

from campaigns.posts.views import chronicle, posts, threads, writing

urlpatterns = [
    path("c/<slug:code>/log/", chronicle.log, name="log"),
    path("c/<slug:code>/threads/", threads.threads, name="threads"),
    path("c/<slug:code>/threads/new/", threads.new, name="thread-new"),
    path("c/<slug:code>/threads/<slug:thread>/", threads.thread, name="thread"),
    path("c/<slug:code>/threads/<slug:thread>/stream/", threads.stream, name="thread-stream"),
    path("c/<slug:code>/threads/<slug:thread>/edit/", threads.edit, name="thread-edit"),
    path("c/<slug:code>/threads/<slug:thread>/open/", posts.open_all, name="thread-open"),
    path("c/<slug:code>/threads/<slug:thread>/write/", writing.post, name="post-write"),
    path("c/<slug:code>/threads/<slug:thread>/preview/", writing.preview, name="post-preview"),
    path("c/<slug:code>/threads/<slug:thread>/draft/", writing.draft, name="post-draft"),
    path("c/<slug:code>/posts/rules/", posts.rules, name="post-rules"),
    path("c/<slug:code>/posts/<slug:post>/", posts.show, name="post"),
    path("c/<slug:code>/posts/<slug:post>/edit/", posts.edit, name="post-edit"),
    path("c/<slug:code>/posts/<slug:post>/history/", posts.history, name="post-history"),
    path("c/<slug:code>/posts/<slug:post>/withdraw/", posts.withdraw, name="post-withdraw"),
    path("c/<slug:code>/posts/<slug:post>/settle/", posts.settle, name="post-settle"),
    path("c/<slug:code>/posts/<slug:post>/wait/", posts.wait, name="post-wait"),
    path("c/<slug:code>/posts/<slug:post>/open/", posts.open_one, name="post-open"),
]
