"""Compare like with like: results become points, points a ranking, and the spread of the results is explained.

Intended use, from the rows of a table of results and what the event says of its method:

    score = parse_score(cell)
    results = [Result(square=1, side=("N",), holders=("Anna",), score=score, table=2), ...]
    wrong_sums(results, scoring.sums, seats)     # tables that cannot be right, by the place of a row in the list

    compared = compare(results, scoring, deals)      # a field: gains square by square
    apart = fields_of(schedule, entries)     # who is never compared with whom; nothing where all are one field
    carried = brought_along(event.scoring.carried, scoring, top)     # points of former sessions, with their boards
    standings = rank_field(compared, scoring, entries, carried, None, apart)

    played = matches(results, scoring, entries, deals)     # a duel, teams: two sides in every section
    standings = rank_matches(played, scoring, carried, apart)

    luck = where_luck_lies(compared, scoring.mirrored)      # looks at the raw scores, whatever the method of the field

The luck of matches is that of their results compared as a field, with the sections taken off.

`deals` says of which square a disguised square is a copy, `entries` for which pair or team a player plays; both may
be left out. A square's seats are compared each for itself, so a result may be one person's (any game) or a side's:
record both sides of a table, "NS" and "EW", where both are to be ranked. Nothing here knows files or prints; faults
are LawFaults whose paths begin with the place of the result in the list.
"""
