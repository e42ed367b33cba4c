"""Archives the records of a shard, and checks that they can be read."""
import gzip
import os
import sys
import zlib


def rows(count):
    state = 5
    for i in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        yield "%d,%d,user-%d,%s\n" % (i, state % 1009, state % 97, "ok" if state % 3 else "retry")


def archive(path, count):
    with gzip.open(path, "wt") as out:
        out.write("".join(rows(count)))


def check(path):
    crc = 0
    with gzip.open(path, "rb") as archived:
        crc = zlib.crc32(archived.read(), crc)
    return crc


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 90000
    archive("shard.csv.gz", count)
    print("rows %d crc %08x" % (count, check("shard.csv.gz")))
    os.remove("shard.csv.gz")


main()
