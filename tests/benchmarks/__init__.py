"""Promises about speed, each a module to run: `python -m tests.benchmarks.recording`."""
