"""Score sheets and schedules on paper."""
