"""A census on Spark, as a user starts it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent


def environment(**more):
    return {**os.environ, "PYTHONPATH": str(PACKAGE), "STRATA_SPARK_UI": "false", "SPARK_LOCAL_IP": "127.0.0.1", **more}


def spark(*arguments, **more):
    """Starts `strata-spark`."""
    command = [sys.executable, "-m", "strata_spark", *arguments]
    # Files, not pipes: the processes of Spark outlive a driver that is killed and would keep them open.
    return subprocess.Popen(command, env=environment(**more), stdin=subprocess.DEVNULL, **outputs())


def outputs():
    import tempfile

    return {"stdout": tempfile.TemporaryFile(), "stderr": tempfile.TemporaryFile()}


def run(*arguments, **more):
    """Runs it to its end. Returns the exit code and what it printed."""
    import tempfile

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        command = [sys.executable, "-m", "strata_spark", *arguments]
        done = subprocess.run(command, env=environment(**more), stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        out.seek(0), errors.seek(0)
        return done.returncode, out.read().decode(), errors.read().decode(errors="replace")


@pytest.fixture(scope="session")
def strata():
    program = os.environ.get("STRATA")
    assert program, "STRATA names the program"
    return program


@pytest.fixture(scope="session")
def expected(strata):
    """What `strata census` finds, by its arguments."""

    def of(*arguments):
        out = subprocess.run([strata, "census", *arguments, "--json"], stdout=subprocess.PIPE).stdout
        return findings(json.loads(out))

    return of


def findings(found):
    """What must not depend on who has counted."""
    changing = ["seconds", "states_per_second", "peak_memory_bytes", "peak_anonymous_memory_bytes", "disk"]
    for key in changing:
        found.pop(key)
    return found
