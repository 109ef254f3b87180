"""Who sits where with which square, round by round; judges apart from makers.

Makers give rounds of meetings (`meetings`, `mixing`, `swiss`: who meets whom, as places in the list of entries) or the plays of
one table (`rotation`); `seating` turns meetings into seats, `tournament` plans the rounds of one, `clock` lays rounds out in
time, `plan` puts all of it together from an event. `judge` (with `counts` and `flaws`) looks at what came out, of any schedule, and
knows none of them.
"""
