"""One function per product: values in, bytes or values out; the only floor where the rooms meet."""
