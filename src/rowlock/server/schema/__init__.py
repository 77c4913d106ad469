"""The wire's types in other languages: TypeScript for the page, OpenAPI and AsyncAPI for others.

All are written from the Python types by `scripts/generate-types`, and a test compares the
files with what these functions say today.
"""

from rowlock.server.schema.asyncapi import asyncapi
from rowlock.server.schema.openapi import openapi
from rowlock.server.schema.typescript import typescript
from rowlock.server.schema.typescript_checks import typescript_checks

FILES = {
    "web/src/lib/protocol.ts": typescript,
    "web/src/lib/messageChecks.ts": typescript_checks,
    "docs/openapi.json": openapi,
    "docs/asyncapi.json": asyncapi,
}
"""Every generated file and what writes it."""
