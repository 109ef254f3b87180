"""Home printers: measured, and corrected for."""
