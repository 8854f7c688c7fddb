"""The doors of the house: the opening page, signing up, in and out."""

from django.contrib import auth
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import rate, seats
from campaigns.forms import SignIn, SignUp
from campaigns.models import Seat, User
from campaigns.views.pages import page, posted


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return page(request, "open.html", {"form": SignIn()})
    people = Count("campaign__seats", filter=Q(campaign__seats__removed_at=None))
    mine = Seat.objects.filter(user=request.user, removed_at=None).annotate(people=people)
    return page(request, "home.html", {"seats": mine.select_related("campaign").order_by("-at")})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("signup", rate.SIGN_UP)
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("home")
    form = SignUp(posted(request))
    if form.is_valid() and (user := register(form)):
        auth.login(request, user)
        return redirect("campaign-new")
    return page(request, "signup.html", {"form": form}, form)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("login", rate.SIGN_IN, rate.SIGN_IN_AS)
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponseRedirect(_where_next(request))
    form = SignIn(posted(request))
    if form.is_valid():
        user = authenticate(request, username=form.cleaned_data["name"], password=form.cleaned_data["password"])
        if user is not None:
            auth.login(request, user)
            return HttpResponseRedirect(_where_next(request))
        # one sentence for a wrong password and for nobody's name, so that names cannot be tried out
        form.add_error(None, ValidationError(_("Name and password do not belong together."), code="wrong"))
    return page(request, "open.html", {"form": form, "next": _where_next(request)}, form)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        seats.silence(request.user)
    auth.logout(request)
    response = redirect("home")
    response["Clear-Site-Data"] = '"storage"'
    return response


def register(form: SignUp) -> User | None:
    """The new person; None when somebody took the name since it was looked up."""
    try:
        with transaction.atomic():
            form.user.set_password(form.cleaned_data["password"])
            form.user.save()
    except IntegrityError:
        form.add_error("name", ValidationError(_("This name is taken. Choose another one."), code="taken"))
        return None
    return form.user


def _where_next(request: HttpRequest) -> str:
    """Where the person wanted to go before he was asked who he is; only ever a page of this house."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours else "/"
