"""Visits the files of a synthetic tree in breadth-first order."""
import sys


def children(node, count):
    return [child for child in (3 * node + 1, 3 * node + 2, 3 * node + 3) if child < count]


def visit(count):
    waiting = [0]
    visited = 0
    checksum = 0
    while waiting:
        node = waiting.pop(0)
        visited += 1
        checksum = (checksum * 31 + node) % 1000003
        for child in children(node, count):
            waiting.append(child)
    return visited, checksum


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 90000
    print("visited %d checksum %d" % visit(count))


main()
