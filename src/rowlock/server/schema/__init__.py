"""Generates TypeScript, OpenAPI and AsyncAPI from the protocol's types.

`scripts/generate-types` writes the files, and a test checks that they are up to date.
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
"""Every generated file with the function that returns its content."""
