"""The two units of length: everything is in millimetres, and PDF files count in points."""

MM = 72 / 25.4  # points of a millimetre
POINT = 25.4 / 72  # millimetres of a point
