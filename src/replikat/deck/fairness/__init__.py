"""Commitments and proofs: nobody need trust the organiser."""
