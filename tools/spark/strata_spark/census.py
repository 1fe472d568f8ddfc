"""The loop over layers.

One step takes what waits at the least depth, or, while little waits, all that waits at all depths. Entries
meet by group in a shuffle, workers flood the groups, and what they find is written to a new folder by Spark's
own committer, so that of several attempts of a task one counts. When the job has ended the driver adds up
what the tasks tell, compares it with what was handed out, and writes the commit.
"""

import subprocess
import threading
import time
import uuid
from dataclasses import dataclass

from pyspark.sql import functions as F

from . import columns, plan as plans, state
from .session import cores_of
from .store import Store
from .task import flood


@dataclass
class Options:
    """What was asked for, and what tasks may take."""

    strata: str
    board: list  # BOARD and its rules, as words of a command line
    memory: str = "512MiB"
    records: bool = True
    # Entries of all that waits, up to which one worker goes on by itself.
    small: int = 200_000
    # Entries that are worth a task, where that is not what `plan` says.
    task_entries: int | None = None
    # Commits after which a driver that is tested ends.
    stop_after_commits: int | None = None


class Conservation(Exception):
    """What tasks have read and written does not add up to what was handed out."""


class Driver:
    def __init__(self, spark, url, options, told=lambda *_: None):
        self.spark, self.options, self.told = spark, options, told
        self.store = Store(spark, url)
        self.cores, self.cores_each = cores_of(spark)
        self.task_entries = options.task_entries or plans.ENTRIES_OF_TASK
        self.first, self.metadata = self.read_first()
        words = {key.decode(): value.decode() for key, value in self.metadata.items()}
        head = {key: words[f"strata.{key}"] for key in ("board", "rules", "prune", "symmetry")}
        self.census = state.open_or_begin(self.store, {**head, "records": options.records})

    def read_first(self):
        """The entry of the deal, and the metadata of every stream of entries."""
        import pyarrow as pa

        command = [self.options.strata, "worker", *self.options.board, "--first"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise SystemExit(done.stderr.decode().strip())
        table = pa.ipc.open_stream(done.stdout).read_all()
        return table.replace_schema_metadata(None), table.schema.metadata

    def run(self):
        """Explores until nothing waits. Returns the layers."""
        while self.census.commits == 0 or self.census.waiting:
            self.step()
            if self.options.stop_after_commits == self.census.commits:
                raise SystemExit("strata-spark: stopped after a commit, as asked for")
        return self.census.layers

    def step(self):
        started = time.monotonic()
        if self.census.commits == 0:
            rows = [tuple(row.values()) for row in self.first.to_pylist()]
            runs, entries, is_all = self.spark.createDataFrame(rows, columns.RUNS), 1, True
            depth = 0
        else:
            depth = min(self.census.waiting)
            is_all = self.census.entries() <= self.options.small
            depths = sorted(self.census.waiting) if is_all else [depth]
            runs = self.runs_of(depths)
            entries = sum(self.census.entries_at(one) for one in depths)
        folder = f"layers/{self.census.commits:06}-{uuid.uuid4().hex[:12]}"
        about = self.write(runs, folder, depth, entries, is_all)
        written = time.monotonic()
        commit = self.commit_of(folder, depth, entries, is_all, about)
        ended = time.monotonic()
        commit["seconds"], commit["seconds_adding_up"] = round(ended - started, 3), round(ended - written, 3)
        self.store.write_json(state.name_of(self.census.commits), commit)
        self.census.add(commit)
        self.told(commit, self.census)

    def runs_of(self, depths):
        """The runs that wait at these depths, of all folders that have some."""
        paths = [
            f"{self.store.url}/{waits['folder']}/{part}/part=depth-{depth}"
            for depth in depths
            for waits in self.census.waiting[depth]
            for part in waits["parts"]
        ]
        return self.spark.read.schema(columns.RUNS).parquet(*paths)

    def write(self, runs, folder, depth, entries, is_all):
        """Floods all groups of these runs and writes what is found. Returns the plan and the times."""
        if is_all or plans.tasks_for(entries, self.cores, self.task_entries) == 1:
            what = "and on from there, " if is_all else ""
            self.describe(f"depth {depth}, {what}{entries} entries")
            packed = runs.coalesce(1).sortWithinPartitions("stuck", "founded")
            extra = ["--go-on", str(self.options.small)] if is_all else []
            self.flood(packed, f"{folder}/packed", extra, threads=self.cores_each)
            return {"parts": ["packed"], "tasks": 1, "groups": None, "largest_group_share": None}
        self.describe(f"depth {depth}: sizes of groups")
        sizes = self.sizes_of(runs)
        plan = plans.pack(sizes, self.cores, self.cores_each, self.task_entries)
        self.describe(f"depth {depth}, {plan.groups} groups, {entries} entries")
        jobs = []
        small = {group: part for group, part in plan.parts.items() if group not in set(plan.huge)}
        if small:
            jobs.append(("packed", small, plan.count, 1, None))
        if plan.huge:
            huge = {group: part for part, group in enumerate(plan.huge)}
            jobs.append(("huge", huge, len(huge), self.cores_each, self.all_cores()))
        self.at_once([lambda job=job: self.flood_part(runs, folder, job) for job in jobs])
        return {
            "parts": [job[0] for job in jobs],
            "tasks": sum(job[2] for job in jobs),
            "groups": plan.groups,
            "largest_group_share": round(plan.largest_share, 4),
        }

    def flood_part(self, runs, folder, job):
        name, parts, count, threads, profile = job
        table = self.spark.createDataFrame(table_of(parts))
        dealt = runs.join(F.broadcast(table), ["stuck", "founded"])
        dealt = dealt.repartitionById(count, F.col("part")).drop("part")
        packed = dealt.sortWithinPartitions("stuck", "founded")
        self.flood(packed, f"{folder}/{name}", [], threads, profile)

    def flood(self, packed, folder, extra, threads, profile=None):
        command = [
            self.options.strata,
            "worker",
            *self.options.board,
            *extra,
            "--memory",
            self.options.memory,
            "--threads",
            str(threads),
        ]
        if not self.options.records:
            command.append("--no-records")
        names = [field.name for field in columns.RUN]
        found = packed.select(*names).mapInArrow(
            flood(command, self.metadata), columns.FINDINGS, profile=profile
        )
        found.write.partitionBy("part").parquet(f"{self.store.url}/{folder}")

    def sizes_of(self, runs):
        """Entries of each group."""
        table = runs.select("stuck", "founded", "entries").toArrow()
        sums = table.group_by(["stuck", "founded"]).aggregate([("entries", "sum")])
        groups = zip(sums["stuck"].to_pylist(), sums["founded"].to_pylist())
        return dict(zip(groups, sums["entries_sum"].to_pylist()))

    def all_cores(self):
        """A profile for tasks that have an executor for themselves, where the cluster knows such."""
        if self.spark.sparkContext.master.startswith("local["):
            return None
        from pyspark.resource import ResourceProfileBuilder, TaskResourceRequests

        return ResourceProfileBuilder().require(TaskResourceRequests().cpus(self.cores_each)).build

    def sizes(self):
        """Bytes of entries and of records, and what was written to each depth."""
        waiting = []
        for number in range(self.census.commits):
            waiting += self.store.read_json(state.name_of(number))["waiting"].values()
        sizes = {"waiting": waiting, "entries": 0, "records": 0}
        for folder in self.census.folders:
            for part in self.store.names(folder):
                for name in self.store.names(f"{folder}/{part}"):
                    kind = "records" if name == f"part={columns.FOUND}" else "entries"
                    sizes[kind] += self.store.bytes(f"{folder}/{part}/{name}")
        return sizes

    def describe(self, text):
        self.spark.sparkContext.setJobDescription(text)

    def at_once(self, works):
        """Runs jobs side by side. The first failure is that of all."""
        if len(works) == 1:
            return works[0]()
        failed = []

        def guarded(work):
            try:
                work()
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def commit_of(self, folder, depth, entries, is_all, about):
        """What the tasks tell, added up and compared with what was handed out."""
        self.describe(f"depth {depth}: what was found")
        paths = [f"{self.store.url}/{folder}/{part}" for part in about["parts"]]
        told = [row for path in paths for row in self.rows_told(path)]
        ends = [row for row in told if row["kind"] == "end"]
        layers = join_layers(row for row in told if row["kind"] == "layer")
        waiting = {}
        for row in (row for row in told if row["kind"] == "waiting"):
            waits = waiting.setdefault(str(row["depth"]), {"entries": 0, "runs": 0, "parts": about["parts"]})
            waits["entries"] += row["waiting"]
            waits["runs"] += row["runs"]
        self.check(ends, layers, waiting, entries, about["groups"])
        times = sorted((row["milliseconds"] for row in ends), reverse=True)
        return {
            "folder": folder,
            "took_all": is_all,
            "layers": layers,
            "waiting": waiting,
            "entries_read": entries,
            "components": sum(row["components"] for row in ends),
            "tasks": about["tasks"],
            "largest_group_share": about["largest_group_share"],
            "longest_task_share": round(times[0] / max(sum(times), 1), 4),
            "task_seconds": round(sum(times) / 1000, 3),
        }

    def rows_told(self, path):
        """The rows that tell about the rest, of one folder."""
        rows = self.spark.read.schema(columns.TOLD).parquet(f"{path}/part={columns.FOUND}")
        return [row.asDict() for row in rows.where(F.col("kind").isin("layer", "waiting", "end")).collect()]

    def check(self, ends, layers, waiting, entries, groups):
        def compare(what, found, expected):
            if found != expected:
                raise Conservation(f"{what}: the tasks tell of {found}, and there are {expected}")

        compare("entries read", sum(row["waiting"] for row in ends), entries)
        compare("runs written", sum(row["runs"] for row in ends), sum(w["runs"] for w in waiting.values()))
        found = sum(layer["groups"] for layer in layers)
        compare("groups", sum(row["groups"] for row in ends), found)
        if groups is not None:
            compare("groups of the layer", found, groups)


def table_of(parts):
    """Groups and their parts, as a table that Spark takes without a job."""
    import pyarrow as pa

    return pa.table(
        {
            "stuck": pa.array([stuck for stuck, _ in parts], pa.int64()),
            "founded": pa.array([founded for _, founded in parts], pa.int64()),
            "part": pa.array(list(parts.values()), pa.int32()),
        }
    )


def join_layers(rows):
    """Counts of each depth, over all tasks. Numbers that may be large are whole numbers of Python."""
    layers = {}
    for row in rows:
        layer = layers.setdefault(
            row["depth"],
            {"depth": row["depth"], "groups": 0, **dict.fromkeys(columns.TALLIED, 0), "fcc_sizes": [], "digest": 0, "won": False},
        )
        layer["groups"] += row["groups"]
        for name in columns.TALLIED:
            count = int(row[name])
            layer[name] = max(layer[name], count) if name == "largest_fcc" else layer[name] + count
        sizes = [int(size) for size in row["fcc_sizes"]]
        longest = max(len(sizes), len(layer["fcc_sizes"]))
        padded = [more + [0] * (longest - len(more)) for more in (layer["fcc_sizes"], sizes)]
        layer["fcc_sizes"] = [one + other for one, other in zip(*padded)]
        layer["digest"] = (layer["digest"] + int(row["digest"], 16)) % 2**128
        layer["won"] |= row["won"]
    for layer in layers.values():
        layer["digest"] = f"{layer['digest']:032x}"
    return [layers[depth] for depth in sorted(layers)]
