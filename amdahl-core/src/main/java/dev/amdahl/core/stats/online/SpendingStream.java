package dev.amdahl.core.stats.online;

/** The levels of {@link AlphaSpending}, which learn nothing. Not thread-safe. */
final class SpendingStream extends OnlineStream {

    private final double share;

    SpendingStream(double alpha) {
        share = 6 * alpha / (Math.PI * Math.PI);
    }

    @Override
    double level(int earlier) {
        double t = earlier + 1.0;
        return share / (t * t);
    }

    @Override
    void learn(int test, double p, boolean rejected) {}
}
