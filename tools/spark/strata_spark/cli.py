"""The command `strata-spark`."""

import argparse
import json
import os
import shutil
import sys
import time


def main(arguments=None):
    args = parser().parse_args(arguments)
    try:
        return args.run(args)
    finally:
        stop()


def stop():
    """Ends the session, if there is one."""
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    if spark is not None:
        spark.stop()


def parser():
    top = argparse.ArgumentParser(
        prog="strata-spark",
        description="Strata on Apache Spark: the graph of a deal, or many deals, on many machines.",
        epilog="Exit codes: 0 solvable or done, 1 impossible, 2 bad input or usage, 3 undecided, 4 failure.",
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    census = commands.add_parser("census", help="count the whole graph of a deal, layer by layer")
    census.add_argument("board", help="a deal number, or a file that every executor can read")
    census.add_argument("--dir", required=True, metavar="URL", help="where layers are kept: a path, hdfs://, s3a://")
    census.add_argument("--freecells", metavar="N", help="number of freecells")
    census.add_argument("--columns", metavar="N", help="number of columns")
    census.add_argument("--game", metavar="NAME", help="the game, by its name")
    census.add_argument("--prune", choices=["safe", "none"], help="which foundation moves are made at once")
    census.add_argument("--symmetry", choices=["on", "off"], default="on", help="by classes or by states")
    census.add_argument("--no-records", action="store_true", help="keep no records: there will be no certificate")
    census.add_argument("--small", type=int, default=200_000, metavar="ENTRIES",
                        help="while no more entries wait than this, one worker goes on by itself [200000]")
    census.add_argument("--certificate", metavar="FILE", help="write the proof, if the deal is impossible")
    census.add_argument("--json", action="store_true", help="write JSON, with the keys of `strata census --json`")
    census.add_argument("--stop-after-commits", type=int, help=argparse.SUPPRESS)
    census.add_argument("--task-entries", type=int, help=argparse.SUPPRESS)
    common(census)
    census.set_defaults(run=run_census)
    deals = commands.add_parser("range", help="solve many deals, a line for each")
    deals.add_argument("--deals", required=True, metavar="FILE", help="deal numbers; # begins a comment")
    deals.add_argument("--out", required=True, metavar="URL", help="where lines are kept: a path, hdfs://, s3a://")
    deals.add_argument("--certificates", metavar="URL", help="prove impossible deals, and keep the proofs here")
    deals.add_argument("--freecells", metavar="N", help="number of freecells")
    deals.add_argument("--game", metavar="NAME", help="the game, by its name")
    deals.add_argument("--quick-time", default="2s", metavar="TIME", help="time for each deal at first [2s]")
    deals.add_argument("--time", default="5m", metavar="TIME", help="time for each hard deal [5m]")
    deals.add_argument("--deals-per-task", type=int, default=200, metavar="N", help="deals of a task [200]")
    common(deals)
    deals.set_defaults(run=run_range)
    return top


def common(command):
    command.add_argument("--strata", default=os.environ.get("STRATA", "strata"), metavar="PROGRAM",
                         help="the program, as executors find it [strata]")
    command.add_argument("--memory", default="512MiB", metavar="SIZE", help="memory of each worker [512MiB]")
    command.add_argument("--local", metavar="MASTER", help="a master for this machine, without spark-submit "
                         "[local-cluster with an executor for each core]")
    command.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of Spark")
    command.add_argument("--quiet", action="store_true", help="no progress on standard error")


def start(args, name):
    """A session: that of spark-submit, or one for this machine."""
    from .session import session

    local = args.local
    if local is None and "SPARK_ENV_LOADED" not in os.environ:
        local = f"local-cluster[{os.cpu_count() or 1},1,1024]"
    if shutil.which(args.strata) is None:
        fail(f"{args.strata}: there is no such program; --strata or STRATA names it")
    args.strata = os.path.abspath(shutil.which(args.strata))
    return session(name, local, args.conf)


def fail(message, code=2):
    print(f"strata-spark: {message}", file=sys.stderr)
    raise SystemExit(code)


def run_census(args):
    from . import report
    from .census import Driver, Options

    board = [args.board]
    for name in ("freecells", "columns", "game", "prune", "symmetry"):
        if getattr(args, name) is not None:
            board += [f"--{name}", getattr(args, name)]
    spark = start(args, f"strata census {' '.join(board)}")
    started = time.monotonic()
    about = report.named(args.strata, board)
    options = Options(strata=args.strata, board=board, memory=args.memory, records=not args.no_records,
                      small=args.small, task_entries=args.task_entries, stop_after_commits=args.stop_after_commits)
    driver = Driver(spark, args.dir, options, told=(lambda *_: None) if args.quiet else progress)
    driver.run()
    seconds = time.monotonic() - started
    found = report.census_json(about, driver.census, seconds, driver.sizes())
    print(json.dumps(found) if args.json else report.table(found))
    if args.certificate and found["verdict"] == "impossible":
        from .certificate import write

        write(driver, found, args.certificate)
    return 1 if found["verdict"] == "impossible" else 0


def run_range(args):
    from .deals import Options, Range, read_deals

    deals = read_deals(args.deals)
    rules = []
    for name in ("freecells", "game"):
        if getattr(args, name) is not None:
            rules += [f"--{name}", getattr(args, name)]
    spark = start(args, f"strata range {args.deals} {' '.join(rules)}")
    options = Options(strata=args.strata, rules=rules, memory=args.memory, quick_time=args.quick_time,
                      hard_time=args.time, deals_per_task=args.deals_per_task,
                      certificates=args.certificates is not None)
    work = Range(spark, args.out, options, told=(lambda *_: None) if args.quiet else wave_progress)
    verdicts = work.run(deals)
    if args.certificates is not None:
        print(f"certificates {work.write_certificates(args.certificates)}")
    for verdict in ("solvable", "impossible", "undecided"):
        print(f"{verdict} {verdicts.get(verdict, 0)}")
    return 3 if verdicts.get("undecided") else 0


def wave_progress(commit):
    kind = "hard deals" if commit["is_hard"] else "deals"
    settled, undecided = len(commit["settled"]), len(commit["undecided"])
    print(f"{settled + undecided} {kind}: {settled} settled, {undecided} undecided, {commit['seconds']:.1f} s",
          file=sys.stderr, flush=True)


def progress(commit, census):
    layers = commit["layers"]
    depths = f"{layers[0]['depth']}" + (f" to {layers[-1]['depth']}" if len(layers) > 1 else "")
    groups, classes = (sum(layer[name] for layer in layers) for name in ("groups", "classes"))
    share = commit["longest_task_share"]
    print(
        f"depth {depths}: {groups:,} groups, {commit['entries_read']:,} entries, {classes:,} classes, "
        f"{commit['tasks']} tasks, longest {share:.0%} of {commit['task_seconds']:.1f} s, "
        f"{commit['seconds']:.1f} s, of them {commit['seconds_adding_up']:.1f} s adding up; {census.entries():,} entries wait",
        file=sys.stderr, flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
