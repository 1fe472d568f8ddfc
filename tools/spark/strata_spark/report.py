"""What a census found, with the keys of `strata census --json`."""

import json
import subprocess


def named(strata, board):
    """What every JSON of the program says of a deal, its rules and the walk, from the program itself."""
    command = [strata, "census", *board, "--max-states", "1", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if not done.stdout:
        raise SystemExit(done.stderr.decode().strip())
    found = json.loads(done.stdout)
    keys = ("deal", "freecells", "columns", "game", "rules", "prune", "symmetry")
    return {key: found[key] for key in keys if key in found}


def census_json(about, census, seconds, sizes):
    """The census as a dictionary. `sizes` has the bytes of entries and of records."""
    layers = census.layers
    symmetry = about.pop("symmetry")
    total = lambda name: sum(layer[name] for layer in layers)
    entries = sum(waits["entries"] for waits in sizes["waiting"])
    return {
        **about,
        "verdict": "solvable" if any(layer["won"] for layer in layers) else "impossible",
        "states": total("states"),
        "fccs": total("fccs"),
        "groups": total("groups"),
        "digest": f"{sum(int(layer['digest'], 16) for layer in layers) % 2**128:032x}",
        "symmetry": symmetry,
        "classes": total("classes"),
        "layers": [layer_json(layer) for layer in layers],
        "seconds": round(seconds, 3),
        "states_per_second": total("states") / max(seconds, 1e-9),
        "peak_memory_bytes": None,
        "peak_anonymous_memory_bytes": None,
        "disk": {
            "peak_bytes": sizes["entries"] + sizes["records"],
            "record_bytes": sizes["records"],
            "entries_pushed": entries,
            "entries_spilled": entries,
            "bytes_per_waiting_entry": sizes["entries"] / entries if entries else None,
            "queue_seconds": 0.0,
        },
    }


def layer_json(layer):
    return {
        "depth": layer["depth"],
        "groups": layer["groups"],
        "fccs": layer["fccs"],
        "states": layer["states"],
        "entries": layer["entry_states"],
        "largest_fcc": layer["largest_fcc"],
        "fcc_sizes": layer["fcc_sizes"],
        "exits": layer["exits"],
        "classes": layer["classes"],
    }


def table(found):
    """The layers as a table for people."""
    names = ["depth", "groups", "fccs", "entries", "states", "largest_fcc", "exits", "classes"]
    rows = [[name.replace("_", " ") for name in names]]
    rows += [[f"{layer[name]:,}" for name in names] for layer in found["layers"]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
    return "\n".join([*lines, "", f"verdict  {found['verdict']}", f"digest   {found['digest']}"])
