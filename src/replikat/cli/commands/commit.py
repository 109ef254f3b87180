"""The command that binds deals before play: commit."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from replikat.cli.answers import print_json, print_lines
from replikat.cli.decks import Opened, find_spec, open_deck
from replikat.cli.options import (
    QUESTION,
    deck_argument,
    json_option,
    lang_option,
    new_command,
    option,
    output_option,
    quiet_option,
    templates_option,
)
from replikat.data.library import Library
from replikat.data.library import library as open_library
from replikat.data.strict_yaml import Source
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.fairness.proof import Sealed, is_plain_text, is_public_text
from replikat.deck.fairness.proving import (
    Origin,
    announcement,
    needs_secret,
    origin_of,
    read_sealed,
    refuse_other_spec,
    seal,
    sealed_text,
    waiting,
)
from replikat.deck.loaders import load_language, load_parts, read_deck_spec
from replikat.errors import Fault, ReplikatError, quoted
from replikat.store.deck_folder import commitment_file, home_of, private_folder, refuse_taken
from replikat.store.files import PRIVATE, write_once, write_whole


@dataclass(frozen=True, kw_only=True)
class Bound:
    """Deals that are bound, or wait to be dealt: a deck without code waits."""

    name: str
    code: str | None
    squares: int
    folder: Path
    sealed: Sealed
    story: tuple[str, ...] = ()
    origin: Origin = "seed"


@new_command("commit")
@deck_argument
@option(
    QUESTION,
    "--await",
    "awaits",
    metavar="TEXT",
    help="Before dealing: name the public randomness that will be mixed in, and how it is written.",
)
@option(
    QUESTION,
    "--public",
    metavar="TEXT",
    help="The public randomness that was named, exactly as written; the deck is dealt with it.",
)
@output_option
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    deck: str,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    awaits: str | None,
    public: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Bind the deals of DECK before play: print one number and a short text to publish.

    The number binds every square and tells nothing of any; replikat prove shows after play that a
    square is what was bound. A deck that does not exist yet is dealt first.
    """
    if awaits is not None and public is not None:
        message = "--await comes before the public randomness is known, --public after it"
        raise click.UsageError(message)
    library = open_library(templates)
    path = find_spec(deck, library)
    spec, source = read_deck_spec(path, library)
    folder = home_of(spec, path, output)
    kept = read_sealed(commitment_file(folder), library)
    _refuse_unfit(awaits, public, kept)
    if awaits is not None:
        bound = _await(spec, source, library, folder, kept, awaits)
    else:
        if public is not None and kept is not None and kept.spec:
            parts = load_parts(spec, source, library)
            refuse_other_spec(spec, parts, kept, commitment_file(folder))
        opened = _opened(deck, library, output, kept, public, quiet)
        bound = _bind(opened, kept, public)
    _publish(bound, library, lang or spec.print.languages, quiet, as_json)


def _refuse_unfit(awaits: str | None, public: str | None, kept: Sealed | None) -> None:
    """Refuse a text that cannot be bound; a key of form 1 allowed any signs in its value."""
    is_fit_value = is_public_text if kept and kept.key and not kept.spec else is_plain_text
    for name, text, is_fit in (
        ("--await", awaits, is_public_text),
        ("--public", public, is_fit_value),
    ):
        if text is not None and not is_fit(text):
            raise ReplikatError(
                Fault(f"found {quoted(text)}", f"expected {is_fit.__doc__}", field=name)
            )


def _await(
    spec: DeckSpec,
    source: Source,
    library: Library,
    folder: Path,
    kept: Sealed | None,
    awaits: str,
) -> Bound:
    """Keep a new key that waits for public randomness in the folder, bound with the spec.

    It is the same again where the same is awaited again for the same spec.
    """
    if spec.marks is not None or spec.seed is not None:
        found = "this deck is dealt already" if spec.marks else "this spec has a seed"
        raise ReplikatError(source.fault((), found, "name a spec without one"))
    parts = load_parts(spec, source, library)
    if kept and kept.waits and kept.awaits == awaits:
        refuse_other_spec(spec, parts, kept, commitment_file(folder))
        sealed = kept
    elif kept:
        file = commitment_file(folder)
        waits = f"{folder} waits already for {kept.awaits}"
        found = waits if kept.waits else f"{file} holds a commitment"
        raise ReplikatError(Fault(found, "use another folder (-o)"))
    else:
        refuse_taken(folder)
        sealed = waiting(secrets.token_hex(32), awaits, spec, parts)
        private_folder(folder)
        write_once(commitment_file(folder), sealed_text(sealed))
    return Bound(name=spec.name, code=None, squares=spec.count, folder=folder, sealed=sealed)


def _opened(
    deck: str,
    library: Library,
    output: Path | None,
    kept: Sealed | None,
    public: str | None,
    quiet: bool,
) -> Opened:
    """Return the deck to be bound; one that waited is dealt from its key and the public text."""
    seed = None
    if public is not None:
        if kept is None or kept.key is None:
            cure = "name it first: replikat commit DECK --await TEXT"
            fault = Fault("nothing waits for public randomness", cure, field="--public")
            raise ReplikatError(fault)
        if kept.public not in (None, public):
            cure = f"this deck was dealt with {quoted(kept.public or '')}"
            raise ReplikatError(Fault(f"found {quoted(public)}", cure, field="--public"))
        seed = replace(kept, public=public).keyed_seed
    opened = open_deck(
        deck,
        library,
        output,
        seed=seed,
        quiet=quiet,
        deal_again=True,
        is_awaited=seed is not None,
    )
    opened.refuse_unfit_backs(library)
    return opened


def _bind(opened: Opened, kept: Sealed | None, public: str | None) -> Bound:
    """Keep the deck and what it is bound with; a secret is drawn where none is kept."""
    deck = opened.deck
    story = (*opened.story, *opened.keep(opened.settings))
    before = kept or Sealed()
    if needs_secret(deck) and not before.secret:
        before = replace(before, secret=secrets.token_hex(32))
    if public:
        before = replace(before, public=public)
    file = commitment_file(opened.folder)
    sealed = seal(deck, before, file)
    if sealed != kept:
        private_folder(opened.folder)
        write_whole(file, sealed_text(sealed))
    return Bound(
        name=deck.name,
        code=deck.code,
        squares=len(deck.squares),
        folder=opened.folder,
        sealed=sealed,
        story=story,
        origin=origin_of(deck),
    )


def _write_text(folder: Path, language: str, text: str) -> Path:
    path = folder / f"commitment-{language}.txt"
    return write_whole(path, text.encode(), within=folder)


def _publish(
    bound: Bound, library: Library, languages: Sequence[str], quiet: bool, as_json: bool
) -> None:
    """Write the text to publish in every language, and print it in the first."""
    sealed = bound.sealed
    texts: dict[str, str] = {}
    for language in languages:
        words = load_language(language, library)
        texts[language] = announcement(
            bound.name, bound.code, bound.squares, sealed, words, bound.origin
        )
    files = {
        language: _write_text(bound.folder, language, text) for language, text in texts.items()
    }
    if as_json:
        tree = {
            "deck": bound.name,
            "code": bound.code,
            "commitment": sealed.commitment,
            "key_hash": sealed.key_number,
            "awaits": sealed.awaits,
            "public": sealed.public,
            "texts": {language: str(path) for language, path in files.items()},
        }
        print_json(tree)
        return
    if not quiet:
        print_lines(("", line) for line in bound.story)
        print_lines(("wrote", f"{path}  (to be published)") for path in files.values())
        print_lines([("keep", f"{bound.folder / PRIVATE}: without it nothing can be proved")])
        click.echo()
    click.echo(texts[languages[0]], nl=False)
