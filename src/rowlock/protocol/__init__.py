"""All messages and HTTP bodies as types; docs/protocol.md explains how they are used.

Unknown fields are refused in both directions. JSON Schema, OpenAPI, AsyncAPI and the page's
TypeScript are generated from these types (`scripts/generate-types`).
"""
