"""A Spark session: the one of `spark-submit`, or a cluster of processes on this machine."""

import os
import sys

SETTINGS = {
    # The package is there on every machine as it is here; a cluster is told by `spark-submit --py-files`.
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.adaptive.enabled": "false",
    # A run has up to 4,096 entries.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "256",
    # Several kinds and depths are written side by side; sorting them first would take as long as flooding.
    "spark.sql.maxConcurrentOutputFileWriters": "256",
    "spark.sql.parquet.compression.codec": "zstd",
    "spark.io.compression.codec": "zstd",
    "spark.sql.files.maxPartitionBytes": "32m",
    "spark.sql.files.openCostInBytes": "65536",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    "spark.task.maxFailures": "4",
    "spark.python.worker.reuse": "true",
}


def session(name, local=None, settings=()):
    """A session of this name. `local` is a master for this machine, where none was given from outside."""
    from pyspark.sql import SparkSession

    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    builder = SparkSession.builder.appName(name)
    for key, value in SETTINGS.items():
        builder = builder.config(key, value)
    if local is not None:
        builder = builder.master(local).config("spark.executorEnv.PYTHONPATH", here)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = builder.config("spark.ui.enabled", os.environ.get("STRATA_SPARK_UI", "true"))
        if local.startswith("local-cluster["):
            _, cores, megabytes = local[len("local-cluster[") : -1].split(",")
            builder = builder.config("spark.executor.cores", cores.strip())
            builder = builder.config("spark.executor.memory", f"{int(megabytes)}m")
    for setting in settings:
        key, _, value = setting.partition("=")
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def cores_of(spark):
    """Cores of all executors, and of one of them."""
    context = spark.sparkContext
    each = int(context.getConf().get("spark.executor.cores", "0")) or context.defaultParallelism
    return max(context.defaultParallelism, each), each
