"""Count what was won at the table, with the working line by line.

A game's data file names a rule of `TallyRules` and gives its numbers; that rule's sheet is what the players noted.

    name, options = rules.named
    tally = RULES[name].work(options, sheet, pack)      # sheet is a value of RULES[name].sheet

`Tally.lines` is the working in order, `totals` what each side has in the end, `wrong` the sums that do not come out.
A card that the pack has not, or that stands twice, is a LawFault with its path in the sheet.
"""
