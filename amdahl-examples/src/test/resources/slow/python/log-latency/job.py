"""Reads latencies from the lines of a serving log."""
import re
import sys


def make_lines(count):
    lines = []
    state = 17
    for i in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        kind = "done" if state % 5 else "failed"
        lines.append("worker-%d %s in %dms id=%d" % (state % 8, kind, state % 977, i))
    return lines


def latencies(lines):
    total = 0
    matched = 0
    for line in lines:
        pattern = re.compile(r"done in ([0-9]+)ms")
        match = pattern.search(line)
        if match:
            total += int(match.group(1))
            matched += 1
    return matched, total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150000
    matched, total = latencies(make_lines(count))
    print("lines %d matched %d total %d" % (count, matched, total))


main()
