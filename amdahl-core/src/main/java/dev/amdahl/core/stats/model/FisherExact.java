package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Alternative;

/** Fisher's (1935) exact test of the successes and failures of two independent arms. */
public final class FisherExact {

    /** Tables whose probability exceeds the observed one by less count as equally likely, as in R. */
    private static final double TIE = 1 + 1e-7;

    private FisherExact() {}

    /**
     * The p-value, given the margins; 1 where a margin is 0. GREATER is that the first arm succeeds more often; two-sided
     * is the mass of all tables that are no likelier than this one.
     *
     * @throws IllegalArgumentException if a count is negative
     */
    public static double p(int firstOk, int firstFailed, int secondOk, int secondFailed, Alternative alternative) {
        require("firstOk", firstOk);
        require("firstFailed", firstFailed);
        require("secondOk", secondOk);
        require("secondFailed", secondFailed);
        Margins margins =
                new Margins((long) firstOk + firstFailed, (long) secondOk + secondFailed, (long) firstOk + secondOk);
        double part = switch (alternative) {
            case LESS -> margins.sum((x, mass) -> x <= firstOk);
            case GREATER -> margins.sum((x, mass) -> x >= firstOk);
            case TWO_SIDED -> {
                double reach = TIE * margins.sum((x, mass) -> x == firstOk);
                yield margins.sum((x, mass) -> mass <= reach);
            }
        };
        return Math.min(1, part / margins.sum((x, mass) -> true));
    }

    private static void require(String name, int count) {
        if (count < 0) {
            throw new IllegalArgumentException(name + " must be at least 0, was " + count);
        }
    }

    private interface Choice {
        boolean includes(long x, double mass);
    }

    /** The hypergeometric law of the first arm's successes, relative to its mode. */
    private record Margins(long first, long second, long ok) {

        double sum(Choice choice) {
            long least = Math.max(0, ok - second);
            long most = Math.min(first, ok);
            long mode = (long) ((first + 1.0) * (ok + 1.0) / (first + second + 2.0));
            mode = Math.min(most, Math.max(least, mode));
            double sum = 0;
            double mass = 1;
            for (long x = mode; x <= most && mass > 0; x++) {
                sum += choice.includes(x, mass) ? mass : 0;
                mass *= (double) (first - x) * (ok - x) / ((x + 1.0) * (second - ok + x + 1.0));
            }
            mass = 1;
            for (long x = mode; x > least && mass > 0; x--) {
                mass *= (double) x * (second - ok + x) / ((first - x + 1.0) * (ok - x + 1.0));
                sum += choice.includes(x - 1, mass) ? mass : 0;
            }
            return sum;
        }
    }
}
