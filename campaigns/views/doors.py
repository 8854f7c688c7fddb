from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def signup(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def sign_in(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def sign_out(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def join(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)
