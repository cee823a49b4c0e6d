"""How do two plain values differ? One spelling, what to forget, steps against steps, field by field; all of it pure."""
