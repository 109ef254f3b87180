"""Who is compared with whom: fields that have nothing in common, which are ranked apart."""

from collections import defaultdict
from collections.abc import Mapping

from replikat.events.comparisons import Field
from replikat.events.schedule import Schedule, Side
from replikat.events.schedules.counts import sides_held


def fields_of(schedule: Schedule, owners: Mapping[str, str]) -> dict[str, Field]:
    """Return the field of every contestant, field by field; nothing where all that play are one.

    Compared are those who hold the same side of the same square in the same match or field; two who
    are both compared with a third are in one field. It follows from the whole schedule, not from
    the results so far. Those who are compared with nobody come last, as one field.

    `owners` is the pair or team of a person; a person who has none is ranked for himself.
    """
    linked, sides = _links(schedule, owners)
    groups = _groups(schedule, owners, linked)
    fields = [group for group in groups if len(group) > 1]
    alone = [name for group in groups if len(group) == 1 for name in group]
    idle = [name for name in alone if name not in sides]
    if not fields or (len(fields) == 1 and len(idle) == len(alone)):
        return {}
    own_sides = [_own_side(group, sides) for group in fields]
    if () in own_sides or len(set(own_sides)) < len(fields):
        named = [Field(number=number) for number in range(1, len(fields) + 1)]
    else:
        named = [Field(side) for side in own_sides]
    by_name = {name: field for field, group in zip(named, fields, strict=True) for name in group}
    return by_name | dict.fromkeys(alone, Field())


def _links(
    schedule: Schedule,
    owners: Mapping[str, str],
) -> tuple[list[list[str]], dict[str, set[Side]]]:
    """Return the contestants of every comparison, and the sides that everybody holds."""
    linked = []
    sides: defaultdict[str, set[Side]] = defaultdict(set)
    for (_, _, side), holders in sides_held(schedule).items():
        together = [owners.get(person, person) for people in holders for person in people]
        linked.append(together)
        for name in together:
            sides[name].add(side)
    return linked, dict(sides)


def _groups(
    schedule: Schedule,
    owners: Mapping[str, str],
    linked: list[list[str]],
) -> list[list[str]]:
    """Return the contestants in groups that nothing links, in the order of the event."""
    names = dict.fromkeys(owners.get(person, person) for person in schedule.people)
    group = {name: [name] for name in names}
    for first, *others in linked:
        for other in others:
            one, joining = group[first], group[other]
            if one is joining:
                continue
            one += joining
            group.update(dict.fromkeys(joining, one))
    order = {name: place for place, name in enumerate(group)}
    firsts = [min(names, key=order.__getitem__) for names in group.values()]
    return [sorted(group[name], key=order.__getitem__) for name in dict.fromkeys(firsts)]


def _own_side(names: list[str], sides: Mapping[str, set[Side]]) -> Side:
    """Return the side that these hold all the time, none where they hold several."""
    own = {side for name in names for side in sides[name]}
    return own.pop() if len(own) == 1 else ()
