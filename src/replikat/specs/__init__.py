"""YAML to model values and back: the only door to yaml."""
