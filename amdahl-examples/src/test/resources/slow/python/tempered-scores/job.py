"""Scores tokens at a temperature that cools down with each round."""
import re
import sys

STATE = {"temperature": 64}


def tempered(token):
    value = 3
    for digit in token:
        value = (value * 31 + ord(digit)) % 9973
    return value * STATE["temperature"] // 64


def rounds(lines, count):
    total = 0
    for _ in range(count):
        for line in lines:
            number = re.compile(r"id=([0-9]{1,2})")
            found = number.search(line)
            total += tempered(found.group(1))
        STATE["temperature"] = STATE["temperature"] * 3 // 4 + 1
    return total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40000
    lines = ["request id=%d of %d" % (i % 100, i) for i in range(count // 8 + 1)]
    print("lines %d total %d" % (len(lines), rounds(lines, 16)))


main()
