"""How static files are collected: which, and under which names."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(StaticFilesConfig):
    """Leaves out what no page of ours uses, so that collecting takes a second."""

    # DRF's browsable API; htmx's next version, its extensions (one has an import in a comment that
    # no file answers to), and what was built of both.
    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",
        "ext",
        "htmx-4*",
        "htmax*",
    ]


class Storage(CompressedManifestStaticFilesStorage):
    """Compressed, under names with hashes, also where one script imports another."""

    support_js_module_import_aggregation = True
