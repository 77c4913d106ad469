"""HTTP requests: routes, handlers, errors, the built page."""
