"""Drops the records whose id was seen before, keeping the first of each."""
import sys


def stream(count):
    state = 41
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        yield state // 65536 % (count // 2 + 1)


def dedupe(ids):
    seen = []
    kept = 0
    checksum = 0
    for identity in ids:
        if identity in seen:
            continue
        seen.append(identity)
        kept += 1
        checksum = (checksum * 31 + identity) % 1000003
    return kept, checksum


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 7000
    kept, checksum = dedupe(stream(count))
    print("read %d kept %d checksum %d" % (count, kept, checksum))


main()
