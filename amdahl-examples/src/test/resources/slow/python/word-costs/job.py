"""Adds up the costs of the words of a corpus, in which few words are most of it."""
import sys


def corpus(count):
    state = 77
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        rank = state // 65536 % 900
        yield "token%d" % (rank * rank // 900)


def cost(word):
    value = 7
    for letter in word:
        for _ in range(12):
            value = (value * 33 + ord(letter)) % 65521
    return value % 100


def total_cost(words):
    total = 0
    for word in words:
        total += cost(word)
    return total


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 45000
    print("words %d cost %d" % (count, total_cost(corpus(count))))


main()
