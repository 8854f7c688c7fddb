from django.urls import include, path

from campaigns.phone import views as phone
from campaigns.reminders.views.account import language
from campaigns.views import account, campaign, cover, doors, entrances, links, people

urlpatterns = [
    path("", doors.home, name="home"),
    path("signup/", doors.signup, name="signup"),
    path("login/", doors.sign_in, name="login"),
    path("logout/", doors.sign_out, name="logout"),
    path("account/", account.account, name="account"),
    path("language/", language, name="language"),
    path("manifest.webmanifest", phone.manifest, name="manifest"),
    path("sw.js", phone.worker, name="worker"),
    path("offline/", phone.offline, name="offline"),
    path("", include("campaigns.reminders.urls")),
    path("", include("campaigns.takeaway.urls")),
    path("c/new/", campaign.new, name="campaign-new"),
    path("c/<slug:code>/", cover.cover, name="campaign"),
    path("", include("campaigns.posts.urls")),
    path("c/<slug:code>/settings/", campaign.settings, name="campaign-settings"),
    path("c/<slug:code>/device/", links.own_device, name="device-link"),
    path("c/<slug:code>/people/", people.people, name="people"),
    path("c/<slug:code>/people/invite/<slug:role>/", people.invite_qr, name="invite-qr"),
    path("c/<slug:code>/people/invite/<slug:role>/renew/", people.invite_renew, name="invite-renew"),
    path("c/<slug:code>/people/<int:pk>/remove/", people.remove, name="seat-remove"),
    path("c/<slug:code>/people/<int:pk>/return/", people.bring_back, name="seat-return"),
    path("c/<slug:code>/people/<int:pk>/role/", people.change_role, name="seat-role"),
    path("c/<slug:code>/people/<int:pk>/handover/", people.hand_over, name="seat-handover"),
    path("c/<slug:code>/people/<int:pk>/device/", links.their_device, name="seat-device"),
    path("join/<slug:token>/", entrances.join, name="join"),
    path("device/<slug:token>/", entrances.device, name="device"),
    path("take/<slug:token>/", entrances.take_over, name="take-over"),
]
