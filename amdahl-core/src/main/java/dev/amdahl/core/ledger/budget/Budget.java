package dev.amdahl.core.ledger.budget;

import static java.util.Objects.requireNonNull;

/**
 * The budget that all loops on one ledger share: over its life, on each day of UTC, and at once.
 *
 * @param total over the life of the ledger
 * @param perDay on one day, by when it was set aside
 * @param experimentsInFlight most experiments at once
 * @param reviewMinutesEach what a review takes where nobody says
 */
public record Budget(Limits total, Limits perDay, int experimentsInFlight, double reviewMinutesEach) {
    private static final int IN_FLIGHT = 4;
    private static final double REVIEW_MINUTES = 10;

    /** No bound but four experiments at once. */
    public static final Budget UNLIMITED = new Budget(Limits.NONE, Limits.NONE, IN_FLIGHT, REVIEW_MINUTES);

    public Budget {
        requireNonNull(total);
        requireNonNull(perDay);
        if (experimentsInFlight < 1 || !(reviewMinutesEach >= 0) || Double.isInfinite(reviewMinutesEach)) {
            throw new IllegalArgumentException(
                    "a budget must allow at least one experiment and some minutes a review, was " + experimentsInFlight
                            + " experiments and " + reviewMinutesEach + " minutes");
        }
    }

    /** So many accelerator-hours over the life of the ledger. */
    public static Budget acceleratorHours(double hours) {
        return UNLIMITED.withTotal(Limits.acceleratorHours(hours));
    }

    /** Returns the same, and no more than another one allows over the life of the ledger and on a day. */
    public Budget within(Budget other) {
        return withTotal(total.within(other.total)).withPerDay(perDay.within(other.perDay));
    }

    /** Returns the same with other bounds over the life of the ledger. */
    public Budget withTotal(Limits limits) {
        return new Budget(limits, perDay, experimentsInFlight, reviewMinutesEach);
    }

    /** Returns the same with other bounds on a day. */
    public Budget withPerDay(Limits limits) {
        return new Budget(total, limits, experimentsInFlight, reviewMinutesEach);
    }

    /** Returns the same with another number of experiments at once. */
    public Budget withExperimentsInFlight(int number) {
        return new Budget(total, perDay, number, reviewMinutesEach);
    }

    /** Returns the same with another time for a review where nobody says how long it took. */
    public Budget withReviewMinutesEach(double minutes) {
        return new Budget(total, perDay, experimentsInFlight, minutes);
    }
}
