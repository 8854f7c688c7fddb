from django.http import HttpRequest, HttpResponse


def account(request: HttpRequest, **where: object) -> HttpResponse:
    return HttpResponse(status=501)
