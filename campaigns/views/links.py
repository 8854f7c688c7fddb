from django.http import HttpRequest, HttpResponse


def own_device(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def their_device(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def device(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def take_over(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)
