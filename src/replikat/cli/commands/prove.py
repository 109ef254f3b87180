"""The command that shows after play what was bound before: prove."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from replikat.bounds import is_hash
from replikat.cli.answers import print_json, print_lines
from replikat.cli.decks import existing_deck
from replikat.cli.options import (
    QUESTION,
    json_option,
    new_command,
    option,
    output_option,
    path_option,
    quiet_option,
    templates_option,
)
from replikat.cli.progress import progress_heard
from replikat.data.files import refuse_missing
from replikat.data.library import Library
from replikat.data.library import library as open_library
from replikat.deck.fairness.checking import Checked, check_proof
from replikat.deck.fairness.proof import KEY_ALONE, Sealed
from replikat.deck.fairness.proving import proof_text, read_sealed, seal
from replikat.errors import Fault, ReplikatError, escaped, quoted
from replikat.store.deck_folder import commitment_file, private_folder
from replikat.store.files import write_whole


@new_command("prove")
@click.argument("deck", metavar="[DECK]", required=False)
@option(
    QUESTION,
    "--square",
    "squares",
    type=click.IntRange(1),
    multiple=True,
    help="A square that was played; may be repeated.",
)
@option(
    QUESTION,
    "--all",
    "whole",
    is_flag=True,
    help="The whole deck, with its seed: after this no square is secret.",
)
@path_option(
    QUESTION, "--check", "proof", metavar="FILE", help="Judge a proof instead of making one."
)
@option(
    QUESTION,
    "--commitment",
    metavar="NUMBER",
    help="With --check: the number that was published before play.",
)
@option(
    QUESTION,
    "--key",
    metavar="NUMBER",
    help="The number that was published of the key, before the public randomness was known.",
)
@option(
    QUESTION,
    "--squares",
    "published_count",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="With --check: how many squares the deck has, as it was published.",
)
@output_option
@templates_option
@quiet_option
@json_option
def command(
    deck: str | None,
    output: Path | None,
    templates: Path | None,
    squares: tuple[int, ...],
    whole: bool,
    proof: Path | None,
    commitment: str | None,
    key: str | None,
    published_count: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Show after play that squares of DECK, or all of it, are what was bound before; or judge such
    a proof.

    A proof of some squares tells nothing of the others.
    """
    library = open_library(templates)
    key_number = _hash_in(key, "--key")
    if proof is not None:
        if deck or squares or whole:
            raise click.UsageError("--check judges a file; leave DECK, --square and --all out")
        published = _hash_in(commitment, "--commitment")
        checked = _judged(proof, library, published, key_number, published_count, quiet=quiet)
        _tell(proof, checked, published, as_json)
        return
    if deck is None or bool(squares) == whole or (commitment or published_count) is not None:
        raise click.UsageError(
            "name DECK and its squares (--square 3), or --all; or a proof to judge"
            " (--check FILE, --commitment NUMBER)"
        )
    opened = existing_deck(deck, library, output, deal_again=True, quiet=quiet)
    count = len(opened.deck.squares)
    _refuse_unknown(squares, count, opened.deck.name)
    file = commitment_file(opened.folder)
    kept = read_sealed(file, library)
    if kept is None or kept.commitment is None:
        found = f"no commitment was made to the deck in {opened.folder}"
        raise ReplikatError(Fault(found, "only before play: replikat commit DECK"))
    _refuse_other_key(kept, key_number, file)
    sealed = seal(opened.deck, kept, file)
    numbers = sorted(set(squares))
    name = "-".join(["proof", *map(str, numbers)] if numbers else ["proof", "all"])
    text = proof_text(opened.deck, sealed, numbers or None)
    path = private_folder(opened.folder) / f"{name}.json"
    write_whole(path, text, within=opened.folder)
    checked = check_proof(path, library, sealed.commitment, None if numbers else key_number)
    if as_json:
        compared = {"key_number": sealed.key_number, "key_compared": key_number is not None}
        print_json({"file": str(path), **asdict(checked), **compared})
    elif not quiet:
        again = f"replikat prove --check {path.name} --commitment {sealed.commitment}"
        if not checked.count_bound:
            again += f" --squares {count}"
        if sealed.key_number and not numbers:
            again += f" --key {sealed.key_number}"
        about = f"to be published; it shows {_shown(numbers, count)}"
        print_lines([("wrote", f"{path}  ({about})"), ("next", f"whoever wants: {again}")])
        print_lines(_key_lines(sealed.key_number, key_number is not None, sealed.form))


def _hash_in(text: str | None, option_name: str) -> str | None:
    """Return the number that an option gives, as files write it; None where there is none."""
    if text is None:
        return None
    number = text.strip().lower()
    if not is_hash(number):
        raise ReplikatError(
            Fault(f"found {quoted(text)}", f"expected {is_hash.__doc__}", field=option_name)
        )
    return number


def _refuse_unknown(squares: Sequence[int], count: int, name: str) -> None:
    """Refuse squares that a deck has not."""
    for number in squares:
        if number > count:
            cure = f"{name} has squares 1 to {count}"
            raise ReplikatError(Fault(f"square {number}", cure, field="--square"))


def _refuse_other_key(kept: Sealed, key_number: str | None, file: Path) -> None:
    """Refuse to prove with a key that is not the one whose number was published."""
    if key_number is None or key_number == kept.key_number:
        return
    if kept.key_number is None:
        found, cure = f"{file} holds no key", "leave it out; no public randomness took part"
    else:
        found = f"the key in {file} has the number {kept.key_number}"
        cure = f"the published one is {key_number}"
    raise ReplikatError(Fault(found, cure, field="--key"))


def _shown(numbers: Sequence[int], count: int) -> str:
    if not numbers:
        return f"all {count} squares"
    return f"square{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))} of {count}"


def _judged(
    proof: Path,
    library: Library,
    commitment: str | None,
    key_number: str | None,
    count: int | None,
    *,
    quiet: bool,
) -> Checked:
    """Return what a proof shows; ReplikatError where it proves nothing."""
    refuse_missing(proof, "expected a proof that replikat prove wrote")
    with progress_heard("dealing again", quiet) as heard:
        return check_proof(proof, library, commitment, key_number, count, heard=heard)


def _tell(proof: Path, checked: Checked, published: str | None, as_json: bool) -> None:
    """Print what a proof shows; `published` is the commitment that it was held against."""
    if as_json:
        print_json(asdict(checked))
        return
    numbers = [] if checked.code else [square.square for square in checked.squares]
    click.echo(escaped(f"{proof}: {_shown(numbers, checked.count)} as committed to"))
    for square in checked.squares:
        deal = f"deal {square.deal} of {square.deals}"
        place = f"{square.square} of {checked.count}, {square.layout}"
        print_lines([("square", f"{place}: {deal}")])
    print_lines(_rest(checked, published))


def _rest(checked: Checked, published: str | None) -> list[tuple[str, str]]:
    """Return what is left to be said of a sound proof."""
    lines = _count_lines(checked)
    if checked.code:
        drawn = "the seed deals exactly these squares"
        given = "the deals were given, not drawn from a seed"
        lines += [("deck", checked.code), ("origin", drawn if checked.again else given)]
    if checked.public:
        lines.append(("public", f"{checked.public}: the seed is that of the key and this text"))
        lines.append(("named", f"{checked.awaits}: so it was named with the key"))
        lines += _key_lines(checked.key_number, checked.key_compared, checked.form)
    if published is None:
        number = checked.commitment
        text = f"{number} with the number that was published before play"
        lines.append(("compare", text))
    return lines


def _count_lines(checked: Checked) -> list[tuple[str, str]]:
    """Return what is said of the number of squares, and of the pack by which they were read."""
    lines = []
    count = checked.count
    if checked.count_bound:
        pack = f"{checked.pack} of {checked.cards} cards, {count} squares in all: as committed to"
        lines.append(("pack", pack))
    else:
        text = (
            "the commitment is of form 1, of an earlier version: it left open how many squares"
            " there are, by which another square could be shown under one number, and which cards"
            f" the pack {checked.pack} has"
        )
        lines.append(("note", text))
    if checked.count_compared:
        lines.append(("squares", f"{count}: as it was published"))
    elif not checked.count_bound:
        lines.append(("squares", f"{count}: NOT compared; give the published one with --squares"))
    for file in checked.own_files:
        lines.append(("note", f"judged by {file}, which did not come with this program"))
    return lines


def _key_lines(number: str | None, compared: bool, form: int) -> list[tuple[str, str]]:
    """Return what is said of the number of a key: whether it was compared, and what it binds."""
    if number is None:
        return []
    word = "as it was published" if compared else "NOT compared"
    lines = [("key", f"{number}: {word}")]
    if not compared:
        text = (
            "without --key NUMBER, the one that was published before the public value was known,"
            " the key could have been chosen after it"
        )
        lines.append(("note", text))
    if form == KEY_ALONE:
        text = (
            "the number is of form 1, of an earlier version: it binds the key, and left open"
            " what is dealt with it (layouts, counts, balance, effort) and how the value is"
            " spelt: compare every sign of it"
        )
        lines.append(("note", text))
    return lines
