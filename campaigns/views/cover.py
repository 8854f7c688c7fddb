from django.http import HttpRequest, HttpResponse


def cover(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def log(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)
