"""Write deck files: what is written here is read back by the strict loader as the same deck."""

import json
import re
from dataclasses import fields
from pathlib import Path
from textwrap import indent

from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec, Group, Twins
from replikat.deck.print_settings import PrintSettings

_SAFE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_WORDS = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")  # what some YAML readers take for something else


def deck_file(deck: Deck, seed: str | None) -> str:
    """Return the text of the file that is the deck: settings, origin and every mark."""
    spec = deck.spec
    lines = [
        f"# The replicate deck {spec.name}. This file is the deck: keep it for ever, and keep it to yourself.",
        f"name: {_text(spec.name)}",
        f"pack: {_text(spec.pack)}",
        f"dealing: {spec.dealing}",
    ]
    if seed is not None:
        lines.append(f'seed: "{seed}"')
    lines.append("squares:")
    lines += [f"  - {_flow(group)}" for group in spec.squares]
    lines.append(f"print: {_flow(spec.print)}")
    if spec.games:
        lines.append(f"games: {_value(spec.games)}")
    if spec.proof is not None:
        lines.append(f"proof: {spec.proof}")
    lines.append(f'code: "{deck.code}"')
    if spec.origin is not None and seed is not None:
        lines.append(f'origin: "{spec.origin}"')
    if spec.twins is not None:
        lines.append(f"twins: {_flow(spec.twins)}")
    lines.append("marks: |\n")
    return "\n".join(lines) + indent(deck.marks_text(), "  ")


def _flow(value: Group | PrintSettings | Twins) -> str:
    """Return a value on one line; a group does not mention what it does not have."""
    said = [(f.name, getattr(value, f.name)) for f in fields(value)]
    if isinstance(value, Group) and value.balance != "pairs":
        said = [(name, held) for name, held in said if name != "effort"]
    return "{" + ", ".join(f"{name}: {_value(held)}" for name, held in said if held not in (None, {}) or not isinstance(value, Group)) + "}"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_value(item)}" for key, item in value.items()) + "}"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    """Return text as YAML: bare where that is safe, else quoted as JSON, which YAML reads the same."""
    bare = _SAFE.fullmatch(text) and text.lower() not in _WORDS
    return text if bare else json.dumps(text, ensure_ascii=False)


def deck_text(deck: Deck, seed: str | None) -> str:
    """Return the text of the deck's file, read back and compared before anybody relies on it."""
    from replikat.data.builder import build
    from replikat.data.strict_yaml import parse
    from replikat.deck.deck import deck_of
    from replikat.deck.deck_file import deck_file

    text = deck_file(deck, seed)
    spec, _ = build(DeckSpec, parse(text, Path("deck.yaml")).tree)
    if spec is None or deck_of(spec, deck.parts, spec.marks or "").squares != deck.squares:
        raise AssertionError("the deck file does not read back as the deck")
    return text
