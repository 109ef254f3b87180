"""The commands by which nobody need trust the organiser: commit before play, prove after it."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from replikat.cli.decks import COMMITMENT, Opened, existing_deck, find_spec, home_of, open_deck, refuse_taken
from replikat.cli.options import deck_argument, json_option, lang_option, reading
from replikat.cli.output import PRIVATE, private_folder, write_once, write_whole
from replikat.errors import Fault, ReplikatError
from replikat.model.proofs import Sealed, is_hash, is_public_text
from replikat.recipes.proofs import Checked, announcement, check_proof, needs_secret, proof_text, read_sealed, seal, sealed_text
from replikat.specs.loaders import load_language, read_deck_spec
from replikat.templates import Library, library


@click.command("commit")
@deck_argument
@reading
@lang_option
@click.option(
    "--await", "awaits", metavar="TEXT", help="Before dealing: name the public randomness that will be mixed in, and how it is written."
)
@click.option("--public", metavar="TEXT", help="The public randomness that was named, exactly as written; the deck is dealt with it.")
@json_option
def commit_command(
    deck: str, output: Path | None, templates: Path | None, lang: tuple[str, ...], awaits: str | None, public: str | None, as_json: bool
) -> None:
    """Bind the deals of DECK before play: print one number and a short text to publish.

    The number binds every square and tells nothing of any; replikat prove shows after play that a square is what was
    bound. A deck that does not exist yet is dealt first.
    """
    if awaits is not None and public is not None:
        raise click.UsageError("--await comes before the public randomness is known, --public after it")
    for option, text in (("--await", awaits), ("--public", public)):
        if text is not None and not is_public_text(text):
            raise ReplikatError(Fault(f"found {text!r}", f"expected {is_public_text.__doc__}", field=option))
    found = library(templates)
    path = find_spec(deck, found)
    spec, source = read_deck_spec(path, found)
    folder = home_of(spec, path, output)
    kept = read_sealed(folder / PRIVATE / COMMITMENT, found)
    languages = lang or spec.print.languages
    if awaits is not None:
        if spec.marks is not None or spec.seed is not None:
            raise ReplikatError(
                source.fault((), "this deck is dealt already" if spec.marks else "this spec has a seed", "name a spec without one")
            )
        sealed = _await(folder, kept, awaits)
        _publish(found, folder, languages, spec.name, None, spec.count, sealed, as_json)
        return
    opened = _opened(deck, found, output, kept, public)
    story = [*opened.story, *opened.keep(opened.settings)]
    drawn = secrets.token_hex(32) if needs_secret(opened.deck) and not (kept and kept.secret) else None
    before = replace(kept or Sealed(), **({"secret": drawn} if drawn else {}), **({"public": public} if public else {}))
    file = opened.folder / PRIVATE / COMMITMENT
    sealed = seal(opened.deck, before, file)
    if sealed != kept:
        write_whole(private_folder(opened.folder) / COMMITMENT, sealed_text(sealed))
    _publish(found, opened.folder, languages, opened.deck.name, opened.deck.code, len(opened.deck.squares), sealed, as_json, story)


def _await(folder: Path, kept: Sealed | None, awaits: str) -> Sealed:
    """Return a new key that waits for public randomness, kept in the folder; the same again where it is asked for again."""
    if kept and kept.waits and kept.awaits == awaits:
        return kept
    file = folder / PRIVATE / COMMITMENT
    if kept:
        raise ReplikatError(
            Fault(f"{folder} waits already for {kept.awaits}" if kept.waits else f"{file} holds a commitment", "use another folder (-o)")
        )
    refuse_taken(folder)
    sealed = Sealed(key=secrets.token_hex(32), awaits=awaits)
    write_once(private_folder(folder) / COMMITMENT, sealed_text(sealed))
    return sealed


def _opened(deck: str, found: Library, output: Path | None, kept: Sealed | None, public: str | None) -> Opened:
    """Return the deck to be bound; one that waited is dealt from its key and the public text."""
    if public is None:
        return open_deck(deck, found, output)
    if kept is None or kept.key is None:
        raise ReplikatError(
            Fault("nothing waits for public randomness", "name it first: replikat commit DECK --await TEXT", field="--public")
        )
    if kept.public not in (None, public):
        raise ReplikatError(Fault(f"found {public!r}", f"this deck was dealt with {kept.public!r}", field="--public"))
    return open_deck(deck, found, output, replace(kept, public=public).seed)


def _publish(
    found: Library,
    folder: Path,
    languages: Sequence[str],
    name: str,
    code: str | None,
    count: int,
    sealed: Sealed,
    as_json: bool,
    story: Sequence[str] = (),
) -> None:
    """Write the text to publish in every language, and print it in the first."""
    texts = {language: announcement(name, code, count, sealed, load_language(language, found)) for language in languages}
    files = {language: write_whole(folder / f"commitment-{language}.txt", text.encode()) for language, text in texts.items()}
    if as_json:
        told: dict[str, object] = {"deck": name, "code": code, "commitment": sealed.commitment, "key_hash": sealed.key_hash}
        told |= {"awaits": sealed.awaits, "public": sealed.public, "texts": {key: str(path) for key, path in files.items()}}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    lines = [*(("", line) for line in story), *(("wrote", f"{path}  (to be published)") for path in files.values())]
    lines.append(("keep", f"{folder / PRIVATE}: without it nothing can be proved"))
    for label, text in lines:
        click.echo(f"{label:<7} {text}")
    click.echo("\n" + next(iter(texts.values())), nl=False)


@click.command("prove")
@click.argument("deck", metavar="[DECK]", required=False)
@reading
@click.option("--square", "squares", type=click.IntRange(1), multiple=True, help="A square that was played; may be repeated.")
@click.option("--all", "whole", is_flag=True, help="The whole deck, with its seed: after this no square is secret.")
@click.option("--check", "proof", metavar="FILE", type=click.Path(path_type=Path), help="Judge a proof instead of making one.")
@click.option("--commitment", metavar="NUMBER", help="With --check: the number that was published before play.")
@json_option
def prove_command(
    deck: str | None,
    output: Path | None,
    templates: Path | None,
    squares: tuple[int, ...],
    whole: bool,
    proof: Path | None,
    commitment: str | None,
    as_json: bool,
) -> None:
    """Show after play that squares of DECK, or all of it, are what was bound before; or judge such a proof.

    A proof of some squares tells nothing of the others.
    """
    found = library(templates)
    if proof is not None:
        if deck or squares or whole:
            raise click.UsageError("--check judges a file; leave DECK, --square and --all out")
        _judge(proof, found, commitment, as_json)
        return
    if deck is None or bool(squares) == whole or commitment is not None:
        raise click.UsageError("name DECK and its squares (--square 3), or --all; or a proof to judge (--check FILE, --commitment NUMBER)")
    opened = existing_deck(deck, found, output)
    count = len(opened.deck.squares)
    if unknown := [number for number in squares if number > count]:
        raise ReplikatError(Fault(f"square {unknown[0]}", f"{opened.deck.name} has squares 1 to {count}", field="--square"))
    file = opened.folder / PRIVATE / COMMITMENT
    kept = read_sealed(file, found)
    if kept is None or kept.commitment is None:
        cure = "only before play: replikat commit DECK"
        raise ReplikatError(Fault(f"no commitment was made to the deck in {opened.folder}", cure))
    sealed = seal(opened.deck, kept, file)
    numbers = sorted(set(squares))
    name = "-".join(["proof", *map(str, numbers)] if numbers else ["proof", "all"])
    path = write_whole(private_folder(opened.folder) / f"{name}.json", proof_text(opened.deck, sealed, numbers or None))
    checked = check_proof(path, found, sealed.commitment)
    if as_json:
        click.echo(json.dumps({"file": str(path), **asdict(checked)}, ensure_ascii=False, indent=2))
        return
    click.echo(f"wrote   {path}  (to be published; it shows {_shown(numbers, count)})")
    click.echo(f"next    whoever wants: replikat prove --check {path.name} --commitment {sealed.commitment}")


def _shown(numbers: Sequence[int], count: int) -> str:
    if not numbers:
        return f"all {count} squares"
    return f"square{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _judge(proof: Path, found: Library, commitment: str | None, as_json: bool) -> None:
    published = commitment and commitment.strip().lower()
    if published and not is_hash(published):
        raise ReplikatError(Fault(f"found {commitment!r}", f"expected {is_hash.__doc__}", field="--commitment"))
    if not proof.is_file():
        raise ReplikatError(Fault(f"{proof} does not exist", "expected a proof that replikat prove wrote"))
    checked = check_proof(proof, found, published)
    if as_json:
        click.echo(json.dumps(asdict(checked), ensure_ascii=False, indent=2))
        return
    click.echo(f"{proof}: {_shown([] if checked.code else [said.square for said in checked.squares], checked.count)} as committed to")
    for said in checked.squares:
        click.echo(f"square  {said.square}, {said.layout}: deal {said.deal} of {said.deals}")
    for line in _told(checked, published):
        click.echo(line)


def _told(checked: Checked, published: str | None) -> list[str]:
    """Return what is left to be said of a sound proof."""
    lines = [f"deck    {checked.code}"] if checked.code else []
    if checked.code:
        lines.append(
            "origin  the seed deals exactly these squares" if checked.again else "origin  the deals were given, not drawn from a seed"
        )
    if checked.public:
        lines.append(f"public  {checked.public}: the seed is that of the key and this text")
    if published is None:
        lines.append(f"compare {checked.commitment} with the number that was published before play")
    return lines
