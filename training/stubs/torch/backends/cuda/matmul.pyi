allow_tf32: bool
