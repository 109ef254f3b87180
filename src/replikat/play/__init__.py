"""Squares at the table: starting positions, what follows from a set-up, the named rules, steps in words."""
