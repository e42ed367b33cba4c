"""Goes through batches of records, and cleans up after each."""
import gc
import sys


def make_records(count):
    return [{"id": i, "tags": [i % 3, i % 5], "next": None} for i in range(count)]


def batch_sum(batch):
    return sum(record["id"] * record["tags"][1] for record in batch)


def epoch(records, size):
    total = 0
    for start in range(0, len(records), size):
        total += batch_sum(records[start:start + size])
        gc.collect()
    return total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30000
    records = make_records(count)
    print("records %d total %d" % (count, epoch(records, 1500)))


main()
