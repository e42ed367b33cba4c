package dev.amdahl.core.stats.online;

/** The common form of LOND and e-LOND: α γ(t) times a count of the rejections known at submission. */
final class CountingStream extends OnlineStream {

    private final double alpha;
    private final Lond.Dependence dependence;
    private final Weights gamma = Weights.logarithmic();
    private double harmonic;
    private int rejections;

    CountingStream(double alpha, Lond.Dependence dependence) {
        this.alpha = alpha;
        this.dependence = dependence;
    }

    @Override
    double level(int earlier) {
        int t = earlier + 1;
        harmonic += 1.0 / t;
        double base = alpha * gamma.upTo(t)[t];
        return switch (dependence) {
            case INDEPENDENT -> base * (rejections + 1);
            case POSITIVE -> base * Math.max(rejections, 1);
            case ARBITRARY -> base / harmonic * (rejections + 1);
        };
    }

    @Override
    void learn(int test, double p, boolean rejected) {
        if (rejected) {
            rejections++;
        }
    }
}
