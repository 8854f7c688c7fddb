"""One's own page: the name at the table, the way back in, the language, leaving."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaigns import rate, seats
from campaigns.access import person
from campaigns.forms import NewPassword, Nickname, SignUp
from campaigns.models import Seat, User
from campaigns.views.doors import register
from campaigns.views.pages import page, refuse


@sensitive_post_parameters("password", "current")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("account", rate.SIGN_IN)
def account(request: HttpRequest) -> HttpResponse:
    """Two forms on one page; `what` says which one was sent."""
    user = person(request)
    what = request.POST.get("what")
    nickname = Nickname(request.POST if what == "nickname" else None, initial={"nickname": user.nickname})
    password = _password_form(user, request.POST if what == "password" else None)
    if what == "nickname" and nickname.is_valid() and _rename(user, nickname):
        messages.success(request, _("You are called %(name)s from now on.") % {"name": user.nickname})
        return redirect("account")
    if what == "password" and password.is_valid() and (signing := _keep_password(user, password)):
        # signs every other device out, its open streams included; this one stays
        update_session_auth_hash(request, signing)
        seats.silence(signing)
        messages.success(request, _("Saved. On other devices you sign in with it anew."))
        return redirect("account")
    context = {"nickname": nickname, "password": password, "seats": _tables(user)}
    return page(request, "account.html", context, nickname, password)


def _password_form(user: User, data: QueryDict | None) -> SignUp | NewPassword:
    return NewPassword(data, user=user) if user.signs_in else SignUp(data, user=User.objects.get(pk=user.pk))


def _rename(user: User, form: Nickname) -> bool:
    refused = seats.rename(user, form.cleaned_data["nickname"])
    if refused:
        refuse(form, refused)
    return refused is None


def _keep_password(user: User, form: SignUp | NewPassword) -> User | None:
    if isinstance(form, SignUp):
        return register(form)
    user.set_password(form.cleaned_data["password"])
    user.save(update_fields=["password"])
    return user


def _tables(user: User) -> list[Seat]:
    return list(Seat.objects.select_related("campaign").filter(user=user, removed_at=None).order_by("-at"))
