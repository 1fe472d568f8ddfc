"""Files by Spark's own file systems: a path, HDFS, an object store.

A commit is one small file. It is written under another name and renamed, so that it is there whole or not
at all; where a rename is a copy (object stores), a file is not seen before it is complete, either.
"""

import json


class Store:
    def __init__(self, spark, url):
        self.jvm = spark._jvm
        self.root = self.path(url)
        self.files = self.root.getFileSystem(spark._jsc.hadoopConfiguration())
        self.url = self.files.makeQualified(self.root).toString()

    def path(self, name):
        return self.jvm.org.apache.hadoop.fs.Path(name)

    def within(self, name):
        return self.path(f"{self.url}/{name}")

    def exists(self, name):
        return self.files.exists(self.within(name))

    def names(self, folder):
        path = self.within(folder)
        if not self.files.exists(path):
            return []
        return sorted(status.getPath().getName() for status in self.files.listStatus(path))

    def bytes(self, folder):
        path = self.within(folder)
        return self.files.getContentSummary(path).getLength() if self.files.exists(path) else 0

    def remove(self, name):
        self.files.delete(self.within(name), True)

    def read_json(self, name):
        stream = self.files.open(self.within(name))
        try:
            return json.loads(self.jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
        finally:
            stream.close()

    def write_text(self, name, text):
        """Writes a file that must not be there, in one step."""
        if self.exists(name):
            raise FileExistsError(f"{self.url}/{name} is there already: is another driver at work?")
        folder, _, last = name.rpartition("/")
        beside = self.within(f"{folder}/_{last}.{self.jvm.java.util.UUID.randomUUID().toString()}")
        stream = self.files.create(beside, True)
        stream.write(bytearray(text.encode()))
        stream.close()
        if not self.files.rename(beside, self.within(name)):
            raise OSError(f"can't rename {beside} to {name}")

    def write_json(self, name, value):
        self.write_text(name, json.dumps(value, indent=1) + "\n")

    def copy_in(self, local, name):
        self.files.copyFromLocalFile(False, True, self.path(str(local)), self.within(name))
