"""WebSockets on uvicorn: connection limits, frames, keep-alive."""
