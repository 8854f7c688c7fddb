"""One settings file for every place the app runs: alone on a laptop, on a server, in the tests.

Everything that differs comes from the environment (docs/operating.md lists it). A value that makes no sense stops the
start with a sentence that names the variable.
"""

import os
import sys
from pathlib import Path
from urllib.parse import SplitResult, quote, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def words(name: str) -> list[str]:
    return [word.strip() for word in text(name).split(",") if word.strip()]


def switch(name: str, *, default: bool) -> bool:
    match text(name, "on" if default else "off").lower():
        case "on" | "1" | "true" | "yes":
            return True
        case "off" | "0" | "false" | "no":
            return False
        case other:
            raise ImproperlyConfigured(f"{name}={other!r}: on or off is needed.")


def number(name: str, default: int, *, least: int, most: int) -> int:
    given = text(name, str(default))
    if not (given.isascii() and given.isdigit() and least <= int(given) <= most):
        raise ImproperlyConfigured(f"{name}={given!r}: a whole number from {least} to {most} is needed.")
    return int(given)


def database(url: str) -> dict[str, object]:
    """Django's settings for a DATABASE_URL; "" is the SQLite file under var/."""
    if not url:
        return sqlite(VAR / "grailkeeper.sqlite3")
    parts = urlsplit(url)
    match parts.scheme:
        case "sqlite":
            return sqlite(Path(unquote(parts.path)))
        case "postgres" | "postgresql":
            return postgresql(parts)
        case _:
            # Not the value itself: it may hold a password.
            raise ImproperlyConfigured(
                "DATABASE_URL: postgresql://user:password@host/name or sqlite:///path is needed."
            )


def postgresql(parts: SplitResult) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": parts.port or "",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 2, "max_size": 12, "timeout": 5}},
    }


def sqlite(path: Path) -> dict[str, object]:
    # Without IMMEDIATE a transaction that reads before it writes fails at once when another one writes meanwhile.
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,  # seconds; bringing back a large war holds the pen for about as long
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
        },
        "TEST": {"NAME": VAR / "test.sqlite3"},
    }


def mailers(url: str) -> dict[str, object]:
    """Django's settings for a MAIL_URL; "" is no mail at all."""
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps", "smtp+tls"} or not parts.hostname:
        # Not the value itself: it may hold a password.
        raise ImproperlyConfigured("MAIL_URL: smtp+tls://user:password@host:587, smtps://… or smtp://host is needed.")
    options = {
        "host": parts.hostname,
        "port": parts.port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtps",
        "timeout": 10,
    }
    return {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}


def secret_key() -> str:
    """From the environment, else one that is made once and kept beside the data."""
    if given := text("SECRET_KEY"):
        return given
    kept = VAR / "secret_key"
    try:
        with kept.open("x") as new:
            new.write(get_random_secret_key())
        kept.chmod(0o600)
    except FileExistsError:
        pass
    return kept.read_text().strip()


VAR = Path(text("VAR_DIR", str(BASE_DIR / "var"))).absolute()
VAR.mkdir(mode=0o700, parents=True, exist_ok=True)
(VAR / "run").mkdir(mode=0o700, exist_ok=True)

HOST = text("HOST", "127.0.0.1")
WINDOW_SECONDS = number("WINDOW_SECONDS", 1, least=0, most=600)
"""How long a window of a board game stands open before anything passes by itself."""
ANSWER_SECONDS = number("ANSWER_SECONDS", 10, least=0, most=600)
"""How long somebody is waited for who has not said that he wants to be asked in every window."""
PORT = number("PORT", 8000, least=1, most=65535)
DEBUG = switch("DEBUG", default=False)
HTTPS = switch("HTTPS", default=False)
BEHIND_PROXY = switch("BEHIND_PROXY", default=False)
PROXIES = words("PROXIES") or ["127.0.0.1", "::1"]
SECRET_KEY = secret_key()
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *words("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "tabletop",
    "campaigns",
    "characters",
    "combat",
    "boardgames",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaigns.phone.whose.Whose",
    "campaigns.scenes.live.Told",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

FILES = "django.template.loaders.filesystem.Loader"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "loaders": [FILES if DEBUG else ("django.template.loaders.cached.Loader", [FILES])],
        },
    },
]

DATABASES = {"default": database(text("DATABASE_URL"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Bus, cache, rate limits and broker: always the Redis protocol. Without REDIS_URL it is the server that `serve` starts.
REDIS_SOCKET = VAR / "run" / "redis.sock"
REDIS_IS_EMBEDDED = not text("REDIS_URL")
PAINTER_SOCKET = VAR / "run" / "paint.sock"
REDIS_URL = text("REDIS_URL", f"unix://{quote(str(REDIS_SOCKET))}")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "grailkeeper",
    }
}
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_TASK_DEFAULT_QUEUE = "grailkeeper"  # a Redis server is often shared with somebody else's Celery
# What a worker had taken when it was ended is given out again after five minutes; nothing is put off for longer.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 300}
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

AUTH_USER_MODEL = "campaigns.User"
AUTHENTICATION_BACKENDS = ["campaigns.sessions.Backend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "nickname"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "ko"
LANGUAGES = [("ko", _("Korean")), ("en", _("English")), ("zh-hant", _("Traditional Chinese")), ("ja", _("Japanese"))]
LOCALE_PATHS = [path for path in sorted((BASE_DIR / "locale").iterdir()) if path.is_dir()]
TIME_ZONE = text("TIME_ZONE", "Asia/Seoul")
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MANIFEST_STRICT = True

SESSION_ENGINE = "campaigns.sessions"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a war is played over months, and a player's seat is this cookie
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "blob:"],
    "connect-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}

# Nothing we take in is larger: a sheet with its portrait is the largest. config.asgi refuses more before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
REQUEST_BODY_LIMIT = 3 * 1024 * 1024
# Files of other programs, and rescue files, are larger; they come in at these addresses only and wait on the disk.
FILE_BODY_LIMITS = ((r"/c/[\w-]+/(sheets/([\w-]+/)?|log/)bring/", 11 * 1024 * 1024), (r"/restore/", 256 * 1024 * 1024))

# What fills an empty database on the first start. Never by itself on a server, where a demo's password would be a way in.
DEMO = "campaigns.demo.load_demo" if switch("DEMO", default=not (HTTPS or text("DATABASE_URL"))) else ""

MAILERS = mailers(text("MAIL_URL"))
DEFAULT_FROM_EMAIL = text("MAIL_FROM", "grailkeeper@localhost")
SILENCED_SYSTEM_CHECKS = ["mail.W001"]  # that nothing can be mailed: the account page says so

# Made on first use and kept, as browsers that get notifications know its public half (campaigns.reminders.vapid).
VAPID_KEY_FILE = Path(text("VAPID_KEY_FILE", str(VAR / "vapid.pem")))
VAPID_CONTACT = text("VAPID_CONTACT")

LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": LINE},
        "one line": {"()": "config.logs.OneLine", "format": LINE},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "stream": sys.stderr},
        "refusals": {"class": "logging.StreamHandler", "formatter": "one line", "stream": sys.stderr},
    },
    "root": {"handlers": ["stderr"], "level": text("LOG_LEVEL", "WARNING")},
    # Django's own handler would mail a traceback with the request's form, which may hold a sealed plan.
    "loggers": {
        "django": {"handlers": ["stderr"], "level": text("LOG_LEVEL", "WARNING"), "propagate": False},
        # That somebody was refused is no news, and its traceback would bury what is.
        "django.request": {"level": "ERROR"},
        "django.security": {"handlers": ["refusals"], "propagate": False},
    },
}
