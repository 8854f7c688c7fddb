from django.http import HttpRequest, HttpResponse


def new(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def settings(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)
