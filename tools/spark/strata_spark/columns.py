"""The columns of docs/worker.md as Spark's types."""

from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DecimalType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
)

LONGS = ArrayType(LongType())
COUNT = DecimalType(38, 0)

# A run of entries, as a worker reads it.
RUN = [
    StructField("stuck", LongType()),
    StructField("founded", LongType()),
    StructField("entries", IntegerType()),
    StructField("keys", LONGS),
    StructField("keys_high", LONGS),
    StructField("piece", ArrayType(IntegerType())),
    StructField("pieces", ArrayType(LONGS)),
    StructField("checksum", LongType()),
]

COMPONENT = [
    *(
        StructField(name, LONGS)
        for name in ("entry", "entry_high", "states_of", "states_of_high", "fccs_of", "fccs_of_high")
    ),
    StructField("k", ArrayType(IntegerType())),
    StructField("reached", ArrayType(ArrayType(IntegerType()))),
]

TALLIED = ["classes", "fccs", "states", "entry_states", "exits", "largest_fcc"]

TALLY = [
    StructField("groups", LongType()),
    StructField("components", LongType()),
    StructField("runs", LongType()),
    StructField("waiting", LongType()),
    *(StructField(name, COUNT) for name in TALLIED),
    StructField("fcc_sizes", ArrayType(COUNT)),
    StructField("digest", StringType()),
    StructField("won", BooleanType()),
]

# The entries of a depth have a folder for themselves, `part=depth-13`; all else is in `part=found`. Few folders
# and files: on a file system of objects each one is a request, on a local one a process that sets its mode.
PART = StructField("part", StringType())
FOUND = "found"
WHICH = [StructField("kind", StringType()), StructField("depth", IntegerType())]
TIMED = [StructField("milliseconds", LongType())]

RUNS = StructType(RUN)
RECORDS = StructType([*WHICH, *RUN, *COMPONENT])
# What a task hands back: the findings of its worker, and the milliseconds that it took.
FINDINGS = StructType([PART, *WHICH, *RUN, *COMPONENT, *TALLY, *TIMED])
# Rows that tell about the rest. They are few, and the driver reads them.
TOLD = StructType([*WHICH, *TALLY, *TIMED])
