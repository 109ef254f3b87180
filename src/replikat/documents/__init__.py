"""Values to drawn pages."""
