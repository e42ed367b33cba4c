"""Writes a trace that repeats the events of another, each time later, until it holds so many bytes.

    python3 repeat_trace.py FILE.json.gz BYTES OUT.json
"""

import gzip
import re
import sys

TIME = re.compile(r'("ts": ?)(\d+)')


def main(source, size, target):
    with gzip.open(source, "rt") as file:
        text = file.read()
    start = text.index("[", text.index('"traceEvents"')) + 1
    end = text.rindex("]")
    parts = TIME.split(text[start:end])
    times = [int(time) for time in parts[2::3]]
    last = max(times)
    span = last - min(time for time in times if time > last / 2) + 1000
    with open(target, "w") as out:
        written = out.write(text[:start])
        copy = 0
        while written < size:
            for i, time in enumerate(times):
                parts[2 + 3 * i] = str(time + copy * span)
            written += out.write(("," if copy else "") + "".join(parts))
            copy += 1
        out.write(text[end:])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
