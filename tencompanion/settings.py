"""Django's settings. What differs from place to place comes from the environment."""

import ssl
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from tencompanion import databases, environment, logs

# Where, and for whom

TEN_DATA = environment.data_folder()
TEN_LAN = environment.lan()
TEN_PUBLIC_URL = environment.public_url()
TEN_THROTTLE = environment.throttle()
TEN_NEW_GAMES = environment.new_games()
TEN_TRUSTED_PROXIES = environment.trusted_proxies()
TEN_NAMED_HOSTS = environment.allowed_hosts()
TEN_METRICS = environment.metrics()
TEN_METRICS_PORT = environment.metrics_port()
# In a living room nobody reads a line for each request, but somebody looks at the terminal.
LOGGING = logs.logging_settings(each_request=not TEN_LAN)

DEBUG = environment.debug()
SECRET_KEY = environment.secret_key()
# In a home network tencompanion.hosts decides, request by request.
ALLOWED_HOSTS = ["*"] if TEN_LAN else TEN_NAMED_HOSTS

# What there is: no users, no sessions, no admin

INSTALLED_APPS = [
    "tencompanion.static.StaticFiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "games",
]
MIDDLEWARE = [
    "tencompanion.middleware.headers",
    # Before hosts are checked and HTTP is redirected: probes ask by address, past the TLS front.
    "tencompanion.inspection.inspected",
    "tencompanion.tracing.traced",
    *(["tencompanion.hosts.home_network"] if TEN_LAN else []),
    "django.middleware.security.SecurityMiddleware",
    "tencompanion.middleware.StaticFiles",
    "tencompanion.middleware.Compression",
    "django.middleware.locale.LocaleMiddleware",
    "tencompanion.troubles.explained",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "tencompanion.urls"
ASGI_APPLICATION = "tencompanion.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [environment.ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

# What is kept

DATABASES = {
    "default": databases.database(environment.database_url(), TEN_DATA / "games.sqlite3"),
}
# A listener's own connection: a pooler in transaction mode would lose what it listens to.
LISTEN_DSN = environment.listen_url()
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = environment.redis_url()
CACHES = {
    "default": {
        "BACKEND": "tencompanion.counters.RedisCache",
        "LOCATION": REDIS_URL,
        # Only throttles ask it, and they can do without: nobody waits longer for them.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {
        "BACKEND": "tencompanion.counters.SqliteCache",
        "LOCATION": TEN_DATA / "counters.sqlite3",
    }
}

# Languages and time

LANGUAGE_CODE = "en"
# One language until a catalogue of another is complete: a page must not claim to be German.
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [environment.ROOT / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "static/"
STATIC_ROOT = environment.static_folder()
STATICFILES_DIRS = [environment.ROOT / "static"]
STORAGES = {
    "staticfiles": {"BACKEND": "tencompanion.static.Storage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = not TEN_LAN

# Safety

_TLS = urlsplit(TEN_PUBLIC_URL).scheme == "https"
# Phones at home also come by plain HTTP, where a Secure cookie would never arrive.
_TLS_ONLY = _TLS and not TEN_LAN

CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.views.stale_pages.stale_page"
CSRF_COOKIE_SECURE = _TLS_ONLY
CSRF_TRUSTED_ORIGINS = [TEN_PUBLIC_URL] if TEN_PUBLIC_URL else []
SECURE_SSL_REDIRECT = _TLS_ONLY
# Thirty days: a mistake with TLS heals.
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if _TLS_ONLY else 0
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it without TLS, and complain in every console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if _TLS_ONLY else None
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TEN_TRUSTED_PROXIES else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
SILENCED_SYSTEM_CHECKS = [
    # Whether subdomains must have TLS too, and browsers' preload lists, is for whoever owns the
    # domain to decide; the program knows only its own host.
    "security.W005",
    "security.W021",
]

# The API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # Only for the document: games/api/bodies.py reads.
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.refusals.answer",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "TEN Companion",
    "VERSION": "1",
    # Says "or null" as JSON Schema does.
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": False,
    # Adds the description and the stream.
    "POSTPROCESSING_HOOKS": ["games.api.document.finish"],
}

# Celery: the queue only rings a bell, what there is to do is in the database

CELERY_BROKER_URL = REDIS_URL or "files://localhost/"
CELERY_BROKER_TRANSPORT = None if REDIS_URL else "tencompanion.transport:Transport"
CELERY_BROKER_USE_SSL = (
    {"ssl_cert_reqs": ssl.CERT_REQUIRED} if urlsplit(REDIS_URL).scheme == "rediss" else None
)
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # At most one second attempt, at once: whoever rings is a tap that must not hang.
    {
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
        "socket_keepalive": True,
        "max_retries": 1,
        "interval_start": 0,
    }
    if REDIS_URL
    else {"folder": str(TEN_DATA / "queue"), "polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker for ever.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_DEFAULT_QUEUE = "games"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# The same, for what comes after connecting.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
# Seconds after which the site counts a game itself, because no worker did.
SCORING_PATIENCE = 5
