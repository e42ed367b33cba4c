package dev.amdahl.core.roi;

/**
 * What the loop may spend over the life of a ledger. Immutable.
 *
 * @param acceleratorHours trials, noise runs and evidence runs, both arms and failures included
 * @param money the same at the jobs' prices, and tokens
 * @param experimentsInFlight most experiments at once
 */
public record Budget(double acceleratorHours, double money, int experimentsInFlight) {
    private static final int IN_FLIGHT = 4;

    /** No bound but four experiments at once. */
    public static final Budget UNLIMITED = new Budget(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, IN_FLIGHT);

    public Budget {
        if (!(acceleratorHours >= 0) || !(money >= 0) || experimentsInFlight < 1) {
            throw new IllegalArgumentException("a budget must be >= 0 and allow at least one experiment, was "
                    + acceleratorHours + " accelerator-hours, " + money + " in money, " + experimentsInFlight
                    + " experiments");
        }
    }

    /** So many accelerator-hours. */
    public static Budget acceleratorHours(double hours) {
        return new Budget(hours, Double.POSITIVE_INFINITY, IN_FLIGHT);
    }

    /** The same with a bound in money. */
    public Budget withMoney(double amount) {
        return new Budget(acceleratorHours, amount, experimentsInFlight);
    }

    /** The same with another number of experiments at once. */
    public Budget withExperimentsInFlight(int number) {
        return new Budget(acceleratorHours, money, number);
    }
}
