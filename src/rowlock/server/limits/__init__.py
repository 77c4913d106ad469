"""Rate limits, hosts and origins, ranges of IP addresses."""
