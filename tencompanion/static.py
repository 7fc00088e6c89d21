"""How static files are collected: which, and under which names."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(StaticFilesConfig):
    """Leaves out what no page of ours uses: together it takes half a minute to collect."""

    # DRF's browsable API; the second of the sidecar's two documentation pages; htmx's extensions,
    # one of which has an import in a comment that no file answers to.
    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "rest_framework", "redoc", "ext"]


class HomeStorage(ManifestStaticFilesStorage):
    """Names with hashes, also where one script imports another; quick, for every start."""

    support_js_module_import_aggregation = True


class PublicStorage(CompressedManifestStaticFilesStorage):
    """The same, compressed as small as can be: seconds of work, once per release."""

    support_js_module_import_aggregation = True
