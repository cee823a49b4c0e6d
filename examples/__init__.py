"""Agents to read and to run: the two that this project gates with itself."""
