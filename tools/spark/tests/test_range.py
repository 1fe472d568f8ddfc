"""Many deals on Spark: the lines of `strata range`, resumed, with a proof of the one that is impossible."""

import json
import os
import subprocess

from conftest import run


def test_lines_are_those_of_strata_range_and_are_not_made_twice(strata, tmp_path):
    deals = tmp_path / "deals.txt"
    deals.write_text("# some\n11978, 11979 11980\n")
    arguments = ["range", "--deals", str(deals), "--out", str(tmp_path / "out"), "--deals-per-task", "2",
                 "--certificates", str(tmp_path / "proofs"), "--local", "local[2]", "--quick-time", "1ms"]
    code, _, told = run(*arguments, STRATA=strata)
    assert code == 0, told[-5000:]
    deals.write_text("11978 11979 11980 11981 11982\n")
    code, out, told = run(*arguments, STRATA=strata)
    assert code == 0, told[-5000:]
    assert "solvable 4" in out and "impossible 1" in out and "certificates 1" in out
    lines = []
    for name in sorted(os.listdir(tmp_path / "out" / "jsonl")):
        if name.startswith("part-"):
            lines += [json.loads(line) for line in (tmp_path / "out" / "jsonl" / name).read_text().splitlines()]
    expected = subprocess.run([strata, "range", "11978", "11982", "--moves"], stdout=subprocess.PIPE).stdout
    verdicts = [json.loads(line) for line in expected.splitlines()]
    keep = ("deal", "verdict")
    assert [[line[key] for key in keep] for line in lines] == [[line[key] for key in keep] for line in verdicts]
    verify = os.path.join(os.path.dirname(strata), "strata-verify")
    proof = str(tmp_path / "proofs" / "11982.cert")
    assert subprocess.run([verify, "certificate", proof], stdout=subprocess.DEVNULL).returncode == 0
