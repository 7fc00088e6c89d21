# The site and its worker in one image; compose.yaml says who runs what.

# 3.13 is the newest Python that everything in requirements.txt has wheels for. A tag moves on with each
# repair of Python and Debian; docs/deployment.md says how to build from exactly one image instead.
ARG PYTHON=python:3.13-slim-trixie

FROM ${PYTHON} AS wheels
WORKDIR /build
COPY requirements.txt constraints.txt ./
# Nothing is compiled, so no unpinned tool takes part.
RUN pip wheel --no-cache-dir --only-binary=:all: --wheel-dir /wheels -r requirements.txt

FROM ${PYTHON} AS site
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    TEN_DATA=/srv/ten/data \
    TEN_STATIC=/srv/ten/static
WORKDIR /srv/ten/app
# The wheels are only looked at: neither they nor a compiler end up in the image.
RUN --mount=type=bind,from=wheels,source=/wheels,target=/wheels \
    --mount=type=bind,source=requirements.txt,target=/tmp/requirements.txt \
    --mount=type=bind,source=constraints.txt,target=/tmp/constraints.txt \
    pip install --no-cache-dir --no-index --find-links=/wheels --compile -r /tmp/requirements.txt \
    && pip uninstall --yes pip
COPY manage.py ./
COPY tencompanion ./tencompanion
COPY games ./games
COPY templates ./templates
COPY static ./static
COPY locale ./locale
# The files' names carry hashes of their contents. The key is for this one command; none is baked in.
RUN SECRET_KEY=only-for-building python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q manage.py tencompanion games \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin ten \
    && install --directory --owner ten --mode 0700 /srv/ten/data
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
CMD ["python", "-m", "tencompanion.serve", "--host", "0.0.0.0", "--port", "8000"]
