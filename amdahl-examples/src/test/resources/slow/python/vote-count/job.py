"""Counts the votes of raters, and how many voted for what somebody had voted for already."""
import sys


def votes(count):
    state = 59
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        yield state // 65536 % 300


def tally(stream):
    cast = []
    again = 0
    for vote in stream:
        if vote in cast:
            again += 1
        cast.append(vote)
        print("vote", vote, "again", again, flush=True)
    return len(cast), again


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 90000
    print("votes %d again %d" % tally(votes(count)))


main()
