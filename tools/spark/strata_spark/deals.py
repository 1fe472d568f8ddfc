"""Many deals, a line for each: `strata range` in tasks.

Most deals take a millisecond, a few take minutes. So all deals go first, some hundred to a task and with
little time each; those that are undecided then are *hard* and go last, a task each, with all the time they
may take. A wave of tasks is committed as a layer of a census is: by one small file that names its folder.
"""

import json
import subprocess
import tempfile
import time
import uuid
from dataclasses import dataclass

from pyspark.sql.types import BinaryType, BooleanType, DoubleType, LongType, StringType, StructField, StructType

from .session import cores_of
from .store import Store

HEAD = "range.json"
COMMITS = "commits"
# Tasks of a wave, for each core: what a driver that is killed has to do again.
TASKS_PER_CORE = 8

LINE = StructType(
    [
        StructField("deal", LongType()),
        StructField("freecells", LongType()),
        StructField("verdict", StringType()),
        StructField("stage", StringType()),
        StructField("moves", LongType()),
        StructField("single_cards", LongType()),
        StructField("without_automatic", LongType()),
        StructField("states", LongType()),
        StructField("classes", LongType()),
        StructField("seconds", DoubleType()),
        StructField("line", StringType()),
        StructField("is_hard", BooleanType()),
        StructField("certificate", BinaryType()),
    ]
)


@dataclass
class Options:
    """What was asked for."""

    strata: str
    rules: list
    memory: str
    quick_time: str = "2s"
    hard_time: str = "5m"
    deals_per_task: int = 200
    certificates: bool = False


def read_deals(path):
    """Deal numbers of a file; # begins a comment. Each is taken once."""
    deals = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            for word in line.split("#")[0].replace(",", " ").split():
                if not word.isdigit():
                    raise SystemExit(f"strata-spark: {path}, line {number}: {word} is no deal number")
                deals[int(word)] = None
    return list(deals)


class Range:
    def __init__(self, spark, url, options, told=lambda *_: None):
        self.spark, self.options, self.told = spark, options, told
        self.store = Store(spark, url)
        self.cores, _ = cores_of(spark)
        self.folders, self.undecided, self.done = [], [], set()
        self.open()

    def open(self):
        """What an earlier driver has done."""
        head = {"version": 1, "rules": self.options.rules}
        if not self.store.exists(HEAD):
            self.store.write_json(HEAD, head)
        found = self.store.read_json(HEAD)
        if found != head:
            raise SystemExit(f"strata-spark: {self.store.url}/{HEAD} has {found}, and asked for is {head}")
        for name in self.store.names(COMMITS):
            if not name.startswith("_"):
                self.add(self.store.read_json(f"{COMMITS}/{name}"))

    def add(self, commit):
        self.folders.append(commit["folder"])
        self.done.update(commit["settled"])
        if commit["is_hard"]:
            self.done.update(commit["undecided"])
        else:
            self.undecided += commit["undecided"]

    def run(self, deals):
        """Settles deals until none is left. Returns the number of each verdict."""
        seen = self.done | set(self.undecided)
        self.waves([deal for deal in deals if deal not in seen], is_hard=False)
        self.waves([deal for deal in self.undecided if deal not in self.done], is_hard=True)
        return self.finish()

    def waves(self, deals, is_hard):
        per_task = 1 if is_hard else self.options.deals_per_task
        per_wave = per_task * self.cores * TASKS_PER_CORE
        for start in range(0, len(deals), per_wave):
            self.wave(deals[start : start + per_wave], per_task, is_hard)

    def wave(self, deals, per_task, is_hard):
        started = time.monotonic()
        tasks = -(-len(deals) // per_task)
        kind = "hard deals" if is_hard else "deals"
        self.spark.sparkContext.setJobDescription(f"{len(deals)} {kind}, {deals[0]} to {deals[-1]}, {tasks} tasks")
        folder = f"lines/{len(self.folders):06}-{uuid.uuid4().hex[:12]}"
        lines = self.spark.sparkContext.parallelize(deals, tasks).mapPartitions(task(self.options, is_hard))
        self.spark.createDataFrame(lines, LINE).write.parquet(f"{self.store.url}/{folder}")
        rows = self.spark.read.schema(LINE).parquet(f"{self.store.url}/{folder}").select("deal", "verdict").collect()
        if sorted(row.deal for row in rows) != sorted(deals):
            raise RuntimeError(f"{len(deals)} deals were handed out, and {len(rows)} lines came back")
        undecided = [row.deal for row in rows if row.verdict == "undecided"]
        commit = {
            "folder": folder,
            "is_hard": is_hard,
            "settled": [row.deal for row in rows if row.verdict != "undecided"],
            "undecided": undecided,
            "seconds": round(time.monotonic() - started, 3),
        }
        self.store.write_json(f"{COMMITS}/{len(self.folders):06}.json", commit)
        self.add(commit)
        self.told(commit)

    def lines(self):
        """All lines, the last word on each deal."""
        rows = self.spark.read.schema(LINE).parquet(*(f"{self.store.url}/{folder}" for folder in self.folders))
        return rows.where("is_hard or verdict <> 'undecided'")

    def finish(self):
        """Writes the lines as JSON lines, and the certificates are in the column of that name."""
        self.spark.sparkContext.setJobDescription("lines as JSON lines")
        lines = self.lines()
        lines.sort("deal").select("line").write.mode("overwrite").text(f"{self.store.url}/jsonl")
        return {row.verdict: row["count"] for row in lines.groupBy("verdict").count().collect()}

    def write_certificates(self, url):
        """Writes each certificate as a file of its own."""
        target = Store(self.spark, url)
        rows = self.lines().where("certificate is not null").select("deal", "certificate")
        count = 0
        for row in rows.toLocalIterator():
            name = f"{row.deal}.cert"
            if not target.exists(name):
                with tempfile.NamedTemporaryFile() as file:
                    file.write(row.certificate)
                    file.flush()
                    target.copy_in(file.name, name)
            count += 1
        return count


def task(options, is_hard):
    """A function that settles the deals of a partition. It runs on the executors."""

    def settle(deals):
        deals = list(deals)
        if not deals:
            return
        limit = options.hard_time if is_hard else options.quick_time
        command = [options.strata, "range", "--deals", "-", *options.rules]
        command += ["--moves", "--memory", options.memory, "--time", limit]
        done = subprocess.run(
            command, input="\n".join(map(str, deals)).encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        if done.returncode not in (0, 3):
            raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.decode()[-2000:]}")
        for line in done.stdout.decode().splitlines():
            found = json.loads(line)
            proof = None
            if options.certificates and found["verdict"] == "impossible":
                proof = certificate(options, found["deal"])
            known = [found.get(field.name) for field in LINE.fields[:9]]
            yield (*known, float(found["seconds"]), line, is_hard, proof)

    return settle


def certificate(options, deal):
    """The proof of a deal, made on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        run, file = f"{folder}/run", f"{folder}/proof.cert"
        prove = [options.strata, "prove", str(deal), *options.rules, "--dir", run, "--memory", options.memory]
        done = subprocess.run([*prove, "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode != 1:
            raise RuntimeError(f"deal {deal}: no proof: {done.stderr.decode()[-2000:]}")
        export = [options.strata, "certificate", "export", run, file]
        subprocess.run(export, check=True, stdout=subprocess.DEVNULL)
        with open(file, "rb") as proof:
            return proof.read()
