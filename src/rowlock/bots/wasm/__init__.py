"""The compiled bots as a WebAssembly module: `scripts/wasm` makes it from the same functions.

entry_points      the functions of the module and their arguments
sources           the digest of everything that is compiled into it
"""
