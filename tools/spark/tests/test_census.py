"""A census on two executors is that of `strata census`, whoever is killed.

Each test has a Spark of its own, which takes some ten seconds to start; so one run has to show several things.
"""

import json
import os
import signal
import subprocess
import time

from conftest import findings, run, spark

# Some of the 29 layers are too large for one worker to go on by itself, and have several tasks.
DEAL = ["11982", "--small", "2500", "--task-entries", "1000"]

# Stands in for the program. Of the workers of a run, the third is killed in the middle of its stream, and the
# sixth takes its executor with it: the first Java above it.
KILLER = """#!/usr/bin/env python3
import os, signal, subprocess, sys
arguments = [{strata!r}, *sys.argv[1:]]
if sys.argv[1] != "worker" or "--first" in sys.argv:
    os.execv(arguments[0], arguments)
number = 1
while True:
    try:
        os.close(os.open(f"{folder}/call-{{number}}", os.O_CREAT | os.O_EXCL))
        break
    except FileExistsError:
        number += 1
if number == 3:
    out = subprocess.run(arguments, stdout=subprocess.PIPE).stdout
    sys.stdout.buffer.write(out[: len(out) // 2])
    sys.stdout.buffer.flush()
    os.kill(os.getpid(), signal.SIGKILL)
if number == 6:
    pid = os.getpid()
    while b"java" not in open(f"/proc/{{pid}}/comm", "rb").read():
        pid = int(open(f"/proc/{{pid}}/stat").read().rpartition(")")[2].split()[1])
    open({folder!r} + "/executor-killed", "w").write(str(pid))
    os.kill(pid, signal.SIGKILL)
os.execv(arguments[0], arguments)
"""


def count(folder):
    return sum(name.endswith(".json") and not name.startswith((".", "_")) for name in os.listdir(folder))


def test_a_worker_and_an_executor_are_killed(strata, expected, tmp_path):
    calls = tmp_path / "calls"
    calls.mkdir()
    killer = tmp_path / "strata"
    killer.write_text(KILLER.format(strata=strata, folder=str(calls)))
    killer.chmod(0o755)
    proof = tmp_path / "proof.cert"
    code, out, told = run("census", *DEAL, "--dir", str(tmp_path / "run"), "--json",
                          "--certificate", str(proof), "--local", "local-cluster[2,1,1024]",
                          STRATA=str(killer))
    assert code == 1, told[-5000:]
    assert (calls / "executor-killed").exists() and (calls / "call-7").exists()
    assert findings(json.loads(out)) == expected("11982")
    verify = os.path.join(os.path.dirname(strata), "strata-verify")
    checked = subprocess.run([verify, "certificate", str(proof)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert checked.returncode == 0, checked.stdout.decode()
    another = run("census", "11983", "--dir", str(tmp_path / "run"), "--local", "local[1]", STRATA=strata)
    assert another[0] != 0 and "census.json has" in another[2]


def test_a_driver_is_killed_and_started_anew(expected, tmp_path, strata):
    folder = tmp_path / "run"
    arguments = ["census", *DEAL, "--symmetry", "off", "--dir", str(folder), "--json", "--local", "local-cluster[2,1,1024]"]
    driver = spark(*arguments, STRATA=strata)
    commits = folder / "commits"
    deadline = time.monotonic() + 600
    while not commits.is_dir() or count(commits) < 3:
        assert driver.poll() is None, "it ended before it was killed"
        assert time.monotonic() < deadline, "no commit"
        time.sleep(0.05)
    os.kill(driver.pid, signal.SIGKILL)
    driver.wait()
    before = count(commits)
    code, out, told = run(*arguments, STRATA=strata)
    assert code == 1, told[-5000:]
    assert findings(json.loads(out)) == expected("11982", "--symmetry", "off")
    assert count(commits) > before >= 3
    assert "entries wait" in told
