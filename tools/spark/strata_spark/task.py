"""A worker inside a task: batches of entries in, batches of findings out.

This runs on the executors. It looks into nothing: it hands Spark's batches to the worker and the worker's
batches to Spark, and sees that the findings come to their end. Whatever goes wrong fails the task, and Spark
tries it again; what a failed task has written is never committed.
"""

import subprocess
import tempfile
import threading
import time

ENTRY_COLUMNS = ["stuck", "founded", "entries", "keys", "keys_high", "piece", "pieces", "checksum"]


class WorkerFailed(Exception):
    """The worker has refused its stream, or was killed."""


def flood(command, metadata):
    """A function for `mapInArrow` that floods the groups of a partition with this command."""

    def map_partition(batches):
        first = next((batch for batch in batches if batch.num_rows), None)
        if first is not None:
            yield from Worker(command, metadata).findings(first, batches)

    return map_partition


class Worker:
    def __init__(self, command, metadata):
        self.command, self.metadata = command, metadata
        self.started = time.monotonic()
        self.feeding_failed = None

    def findings(self, first, batches):
        import pyarrow as pa

        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
            feeder = threading.Thread(target=self.feed, args=(process.stdin, first, batches), daemon=True)
            feeder.start()
            try:
                seen = Seen()
                try:
                    for batch in pa.ipc.open_stream(process.stdout):
                        seen.add(batch)
                        yield self.with_time(batch)
                except (pa.ArrowInvalid, OSError):
                    # It broke off. The exit code tells why.
                    pass
                feeder.join()
                code = process.wait()
                if self.feeding_failed is not None and not isinstance(self.feeding_failed, BrokenPipeError):
                    raise self.feeding_failed
                if code != 0 or not seen.is_complete():
                    errors.seek(0)
                    told = errors.read().decode(errors="replace").strip() or "no message"
                    raise WorkerFailed(f"{' '.join(self.command)}: exit code {code}: {told}")
            finally:
                # A task that is cancelled leaves no worker behind.
                process.kill()
                process.wait()

    def feed(self, pipe, first, batches):
        """Writes the entries. Only a stream that is complete gets its end mark."""
        import pyarrow as pa

        try:
            schema = pa.schema(first.select(ENTRY_COLUMNS).schema, metadata=self.metadata)
            writer = pa.ipc.new_stream(pipe, schema)
            writer.write_batch(of_schema(first, schema))
            for batch in batches:
                writer.write_batch(of_schema(batch, schema))
            writer.close()
        except Exception as error:  # The worker sees a stream that breaks off.
            self.feeding_failed = error
        finally:
            try:
                pipe.close()
            except OSError:
                pass

    def with_time(self, batch):
        """The batch with the folder that it goes to and, in its end row, the milliseconds that it took."""
        import pyarrow as pa

        kind, rows = batch.column("kind")[0].as_py(), batch.num_rows
        taken = round(1000 * (time.monotonic() - self.started)) if kind == "end" else None
        parts = ["found"] * rows
        if kind == "exit":
            parts = [f"depth-{depth}" for depth in batch.column("depth").to_pylist()]
        named = {"part": pa.array(parts, pa.string())}
        named.update((name, batch.column(name)) for name in batch.schema.names)
        named["milliseconds"] = pa.array([taken] * rows, pa.int64())
        return pa.RecordBatch.from_pydict(named)


def of_schema(batch, schema):
    import pyarrow as pa

    return pa.RecordBatch.from_arrays(batch.select(ENTRY_COLUMNS).columns, schema=schema)


class Seen:
    """What has come of a stream of findings, against what its end says."""

    def __init__(self):
        self.rows, self.components, self.end = {}, 0, None

    def add(self, batch):
        kind = batch.column("kind")[0].as_py()
        self.rows[kind] = self.rows.get(kind, 0) + batch.num_rows
        if kind == "component":
            self.components += sum(batch.column("entries").to_pylist())
        if kind == "end":
            self.end = [batch.column(name)[0].as_py() for name in ("runs", "groups", "components")]

    def is_complete(self):
        found = [self.rows.get("exit", 0), self.rows.get("tally", 0), self.components]
        return self.end == found
