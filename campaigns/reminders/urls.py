"""Addresses of deadlines and reminders."""

from django.urls import path

from campaigns.reminders.views import account, rules, table

urlpatterns = [
    path("account/reminders/", account.reminders, name="reminders"),
    path("account/reminders/mail/<slug:token>/", account.confirm, name="mail-confirm"),
    path("account/reminders/push/", account.push_on, name="push-on"),
    path("account/reminders/push/off/", account.push_off, name="push-off"),
    path("account/reminders/mute/<slug:code>/", account.mute, name="reminders-mute"),
    path("c/<slug:code>/deadlines/", table.deadlines, name="deadlines"),
    path("c/<slug:code>/deadlines/rules/", rules.rules, name="deadlines-rules"),
    path("c/<slug:code>/deadlines/word/", table.word, name="word-laid-by"),
    path("c/<slug:code>/deadlines/discord/", rules.discord_test, name="discord-test"),
    path("c/<slug:code>/deadlines/absence/", table.absence_new, name="absence-new"),
    path("c/<slug:code>/deadlines/absence/<int:absence>/", table.absence_end, name="absence-end"),
    path("c/<slug:code>/deadlines/stand-in/", table.stand_in_ask, name="stand-in-ask"),
    path("c/<slug:code>/deadlines/stand-in/<int:stand_in>/", table.stand_in_answer, name="stand-in-answer"),
]
