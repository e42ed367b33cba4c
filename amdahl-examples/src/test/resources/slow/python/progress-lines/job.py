"""Prints a line for each sample that was scored."""
import sys


def score(sample):
    return (sample * 2654435761) % 4294967296 % 1000


def report(samples):
    total = 0
    for sample in samples:
        value = score(sample)
        total += value
        print("sample", sample, "score", value, flush=True)
    return total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 120000
    total = report(range(count))
    print("total", total)


main()
