"""The database that was chosen is the one that is tested."""

import os

import pytest
from django.db import connection


@pytest.mark.django_db
def test_these_tests_run_on_the_database_that_was_chosen() -> None:
    chosen = os.environ.get("DATABASE_URL", "").partition(":")[0]
    vendor = "postgresql" if chosen in {"postgres", "postgresql"} else "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()" if vendor == "postgresql" else "SELECT sqlite_version()")
        (version,) = cursor.fetchone()
    assert connection.vendor == vendor
    assert str(version).startswith("PostgreSQL" if vendor == "postgresql" else "3.")
