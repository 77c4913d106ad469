"""Everything that goes over the wire, as types; docs/protocol.md tells the story around them.

Unknown fields are refused in both directions. JSON Schema, OpenAPI, AsyncAPI and the page's
TypeScript are generated from these types (`scripts/generate-types`).
"""
