def cross(a, b):
    return [x + y for x in a for y in b]


rows, columns = "ABCDEFGHI", "123456789"
squares = cross(rows, columns)
unit_list = [cross(rows, c) for c in columns] + [cross(r, columns) for r in rows]
unit_list += [cross(r, c) for r in ("ABC", "DEF", "GHI") for c in ("123", "456", "789")]
units = {s: [u for u in unit_list if s in u] for s in squares}
peers = {s: set(sum(units[s], [])) - {s} for s in squares}


def parse(text):
    values = {s: columns for s in squares}
    for s, d in zip(squares, text):
        if d in columns and not keep(values, s, d):
            return False
    return values


def keep(values, s, d):
    return all(drop(values, s, other) for other in values[s].replace(d, "")) and values[s] == d


def drop(values, s, d):
    if d not in values[s]:
        return True
    values[s] = values[s].replace(d, "")
    if not values[s]:
        return False
    if len(values[s]) == 1 and not all(drop(values, p, values[s]) for p in peers[s]):
        return False
    for u in units[s]:
        places = [t for t in u if d in values[t]]
        if not places or (len(places) == 1 and not keep(values, places[0], d)):
            return False
    return True


def search(values):
    if values is False:
        return False
    if all(len(values[s]) == 1 for s in squares):
        return values
    s = min((s for s in squares if len(values[s]) > 1), key=lambda s: len(values[s]))
    for d in values[s]:
        copy = values.copy()
        found = search(copy if keep(copy, s, d) else False)
        if found:
            return found
    return False


def solve(grid):
    return search(parse(grid))
