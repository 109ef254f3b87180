"""Results: read, held against the schedule, evaluated, written out."""
