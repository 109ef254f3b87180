"""The report of an event, with its plots."""
