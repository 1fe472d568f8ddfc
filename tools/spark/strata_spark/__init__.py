"""Strata on Apache Spark.

A layer of a deal's graph is a shuffle by group, then a map over groups. Spark does the first, `strata worker`
the second; this package is the loop over layers between them. docs/spark.md is the manual.

- `cli`: the command `strata-spark`; `session`: a Spark session, on a cluster or on this machine.
- `columns`: the columns of docs/worker.md as Spark's types; `task`: a worker inside a task.
- `store`: files by Spark's file systems; `state`: what commits add up to.
- `plan`: which groups go together; `census`: the loop over layers; `report`: what it found.
- `certificate`: the proof, from the records; `deals`: many deals, a line for each.
"""
