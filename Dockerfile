# The page and the wheel are built in one image; the server runs in another one, without tools.
# A release names the base by its digest: docker build --build-arg BASE=python@sha256:...
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /src
COPY . .
RUN scripts/install --play && .venv/bin/python -m pip wheel --no-deps --no-build-isolation -w /wheels . \
 && cp requirements/run.txt /wheels/

FROM ${BASE}
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-compile --require-hashes --no-deps -r /wheels/run.txt \
 && pip install --no-cache-dir --no-compile --no-deps /wheels/*.whl \
 && rm -rf /wheels \
 && useradd --system --uid 10001 --home-dir /data rowlock \
 && mkdir -m 700 /data && chown rowlock /data
USER rowlock
ENV ROWLOCK_DATA=/data ROWLOCK_OPEN_BROWSER=no ROWLOCK_LOG_JSON=yes NUMBA_CACHE_DIR=/data/cache
VOLUME /data
EXPOSE 8377
HEALTHCHECK --interval=30s --timeout=5s CMD \
  ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8377/readyz', timeout=4)"]
CMD ["rowlock", "serve", "--port", "8377"]
