package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Normal;

/**
 * Predicted chance that evidence grows enough in the trials that are left.
 *
 * <p>Log evidence is taken for a Brownian motion whose drift and variance are those of the bet model at the true centre, which
 * is normal around its estimate; the chance to reach a level is its first-passage probability (Cox and Miller 1965, section 5.7). It
 * steers stopping for futility only, so its error costs no validity.
 */
final class Outlook {

    /** The part of the best growth that bets which still learn reach. */
    private static final double LEARNING = .85;

    private static final int POINTS = 10;

    private Outlook() {}

    /**
     * @param centre estimated centre in scales, towards the claim
     * @param error its standard error
     * @param growth log evidence still missing
     * @param trials trials left
     */
    static double chance(double centre, double error, double growth, int trials) {
        if (growth <= 0) {
            return 1;
        }
        if (growth > trials * Math.log1p(BetModel.MAX_BET)) {
            return 0;
        }
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            sum += reaches(centre + error * Normal.quantile((i + .5) / POINTS), growth, trials);
        }
        return sum / POINTS;
    }

    private static double reaches(double centre, double growth, int trials) {
        double drift = LEARNING * BetModel.growth(centre);
        double variance = BetModel.growthVariance(centre);
        if (drift < 1e-4) {
            return 0;
        }
        double sd = Math.sqrt(Math.max(1e-9, variance) * trials);
        double reflected = Math.exp(Math.min(50, 2 * drift * growth / Math.max(1e-9, variance)));
        return Math.min(
                1,
                Normal.cdf((drift * trials - growth) / sd) + reflected * Normal.cdf((-growth - drift * trials) / sd));
    }
}
