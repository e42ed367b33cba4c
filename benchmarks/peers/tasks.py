"""What the Python peers compute; each takes the rows of numbers that the Java side reads and returns one number.

A task is a class with: rows(random) -> matrix, peers {name: (call, timed calls, ratio aimed at)}, tolerance of the answers.
A peer whose library is missing raises ImportError and is skipped with its name.
"""

import numpy

IN_R = (None, 1, None)  # peer.R has the call


class SignFlip1000:
    name = "sign-flip-1000"
    about = "sign-flip test, n=1000, B=131,072"
    tolerance = .01

    @staticmethod
    def rows(random):
        return random.laplace(.02, .5, (1, 1000))

    @staticmethod
    def scipy(rows):
        return permutation_test(rows, 131_072)

    peers = {"scipy": (scipy, 1, 40_000), "R": IN_R}


class SignFlipExact20:
    name = "sign-flip-exact-20"
    about = "exact sign-flip test, n=20"
    tolerance = 1e-12

    @staticmethod
    def rows(random):
        return random.laplace(.3, .5, (1, 20))

    @staticmethod
    def scipy(rows):
        return permutation_test(rows, numpy.inf)

    peers = {"scipy": (scipy, 1, 30_000)}


class SignFlip100Metrics:
    name = "sign-flip-100-metrics"
    about = "100 metrics, n=100, B=16,384"
    tolerance = .01

    @staticmethod
    def rows(random):
        return random.laplace(.05, .5, (100, 100))

    @staticmethod
    def matrix(rows):
        random = numpy.random.default_rng(1)
        signs = random.integers(0, 2, size=(16_384, rows.shape[1]), dtype=numpy.int8) * 2.0 - 1.0
        sums = numpy.abs(signs @ rows.T)
        return ((sums >= numpy.abs(rows.sum(axis=1)) - 1e-12).mean(axis=0)).mean()

    @staticmethod
    def scipy(rows):
        return numpy.mean([permutation_test(row[None], 16_384) for row in rows])

    peers = {"numpy matrix product": (matrix, 5, 8), "scipy": (scipy, 1, 1_000), "R": IN_R}


class SignedRank20:
    name = "signed-rank-20"
    about = "exact signed-rank test, n=20"
    tolerance = 1e-12

    @staticmethod
    def rows(random):
        return random.laplace(.3, .5, (1, 20))

    @staticmethod
    def scipy(rows):
        from scipy.stats import wilcoxon

        return wilcoxon(rows[0], method="exact").pvalue

    peers = {"scipy": (scipy, 200, 10)}


class SignedRank40(SignedRank20):
    name = "signed-rank-40"
    about = "exact signed-rank test, n=40"

    @staticmethod
    def rows(random):
        return random.laplace(.1, .5, (1, 40))


TASKS = [SignFlip1000, SignFlipExact20, SignFlip100Metrics, SignedRank20, SignedRank40]
