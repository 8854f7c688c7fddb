from django.http import HttpRequest, HttpResponse


def people(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def invite_qr(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def invite_renew(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def remove(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def change_role(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)


def hand_over(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)
