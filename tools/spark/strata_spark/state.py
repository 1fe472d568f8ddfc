"""How far a census is: what its commits add up to.

`URL/census.json` says what the census is of. `URL/commits/000017.json` says that a part of the graph is done:
the layers that were counted, the folders that hold what was written, and how much waits at which depth in
which of them. A folder that no commit names is nobody's.
"""

from dataclasses import dataclass, field

COMMITS = "commits"
HEAD = "census.json"
VERSION = 1


@dataclass
class Census:
    """Layers that are done, and what waits."""

    layers: list = field(default_factory=list)
    # depth -> folders with runs of it, each with what is in it.
    waiting: dict = field(default_factory=dict)
    folders: list = field(default_factory=list)
    commits: int = 0

    def add(self, commit):
        self.commits += 1
        self.layers.extend(commit["layers"])
        self.folders.append(commit["folder"])
        if commit["took_all"]:
            self.waiting = {}
        else:
            self.waiting.pop(commit["layers"][0]["depth"], None)
        for depth, waits in commit["waiting"].items():
            self.waiting.setdefault(int(depth), []).append({"folder": commit["folder"], **waits})

    def entries_at(self, depth):
        return sum(waits["entries"] for waits in self.waiting.get(depth, []))

    def entries(self):
        return sum(self.entries_at(depth) for depth in self.waiting)


def name_of(number):
    return f"{COMMITS}/{number:06}.json"


def open_or_begin(store, head):
    """The census of a URL: as it is there, or a new one. Refuses one of something else, with both values."""
    head = {"version": VERSION, **head}
    if not store.exists(HEAD):
        store.write_json(HEAD, head)
    found = store.read_json(HEAD)
    for key, value in head.items():
        if found.get(key) != value:
            raise SystemExit(
                f"strata-spark: {store.url}/{HEAD} has {found.get(key)!r} as {key}, and asked for is {value!r}"
            )
    census = Census()
    for number, name in enumerate(name for name in store.names(COMMITS) if not name.startswith("_")):
        if name != name_of(number).rpartition("/")[2]:
            raise SystemExit(f"strata-spark: {store.url}: commit {number} is missing, {name} is there")
        census.add(store.read_json(f"{COMMITS}/{name}"))
    return census
