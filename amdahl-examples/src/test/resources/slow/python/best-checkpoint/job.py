"""Keeps the loss of the best checkpoint after each evaluation."""
import sys


def losses(count):
    state = 23
    out = []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        out.append(state % 100003)
    return out


def best_so_far(history):
    kept = []
    window = []
    for loss in history:
        window.append(loss)
        if len(window) > 400:
            del window[:200]
        kept.append(sorted(window)[0])
    return kept


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12000
    best = best_so_far(losses(count))
    print("evaluations %d best %d sum %d" % (count, min(best), sum(best)))


main()
