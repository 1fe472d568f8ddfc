"""The proof of impossibility, from the records.

The records of a layer come sorted by group, layer after layer, to `strata certificate build`, which writes the
file that `strata-verify certificate` checks. The driver holds the records of one layer at a time.
"""

import json
import subprocess
import tempfile

import pyarrow as pa
from pyspark.sql import functions as F

from . import columns, state


class NoCertificate(Exception):
    """The records are not there, or `strata certificate build` has refused them."""


def write(driver, found, path):
    """Writes the certificate of what the driver has found to a file of this machine."""
    if not driver.options.records:
        raise NoCertificate("the census has kept no records")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as census:
        json.dump({**found, "components": components(driver)}, census)
        census.flush()
        command = [driver.options.strata, "certificate", "build", *driver.options.board]
        command += ["--to", path, "--census", census.name, "--force", "--json"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            feed(driver, process.stdin)
        except BrokenPipeError:
            # It has refused something, and says what.
            pass
        out, errors = process.communicate()
        if process.returncode != 0:
            raise NoCertificate(errors.decode().strip())
        return json.loads(out)


def components(driver):
    commits = (driver.store.read_json(state.name_of(number)) for number in range(driver.census.commits))
    return sum(commit["components"] for commit in commits)


def feed(driver, pipe):
    metadata = {**driver.metadata, b"strata.holds": b"findings"}
    writer = None
    for number in range(driver.census.commits):
        commit = driver.store.read_json(state.name_of(number))
        parts = driver.store.names(commit["folder"])
        paths = [f"{driver.store.url}/{commit['folder']}/{part}/part={columns.FOUND}" for part in parts]
        records = driver.spark.read.schema(columns.RECORDS).parquet(*paths).where(F.col("kind") == "component")
        for layer in commit["layers"]:
            depth = layer["depth"]
            driver.describe(f"records of depth {depth}")
            rows = records.where(F.col("depth") == depth).sort("stuck", "founded").toArrow()
            if writer is None:
                writer = pa.ipc.new_stream(pipe, rows.schema.with_metadata(metadata))
            writer.write_table(rows.replace_schema_metadata(metadata))
    if writer is not None:
        writer.close()
