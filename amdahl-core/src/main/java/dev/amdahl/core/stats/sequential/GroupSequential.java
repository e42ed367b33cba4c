package dev.amdahl.core.stats.sequential;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Normal;
import java.util.List;
import java.util.OptionalInt;

/**
 * Two-sided symmetric group-sequential test by error spending (Lan and DeMets 1983; recursion of Armitage, McPherson and
 * Rowe 1969). Immutable and thread-safe; its state is the list of looks, to which looks can be added at any later time.
 *
 * @param alpha two-sided error rate over all looks
 * @param spending how it is spent
 */
public record GroupSequential(double alpha, Spending spending) {

    private static final double MAX_Z = 38;
    private static final int HALVINGS = 52;

    /** @throws IllegalArgumentException if alpha is not in (0, 1) */
    public GroupSequential {
        Arguments.requireProbability("alpha", alpha);
    }

    /**
     * One look; immutable.
     *
     * @param information the fraction of the planned information, in (0, 1]
     * @param z the standardised statistic
     */
    public record Look(double information, double z) {
        /** @throws IllegalArgumentException if information is not in (0, 1] or z is NaN */
        public Look {
            requireFraction("information", information);
            if (Double.isNaN(z)) {
                throw new IllegalArgumentException("z must be a number, was NaN");
            }
        }
    }

    /**
     * The bounds of |z| at looks after these fractions of the information; a bound rests on earlier looks only. Infinite
     * where so little error may be spent that a double cannot hold it.
     *
     * @throws IllegalArgumentException unless the fractions rise strictly within (0, 1]
     */
    public double[] bounds(double... information) {
        double[] bounds = new double[information.length];
        PathDensity density = PathDensity.START;
        double spent = 0;
        for (int look = 0; look < information.length; look++) {
            double t = requireFraction("information[" + look + "]", information[look]);
            if (t <= density.time()) {
                throw new IllegalArgumentException("information[" + look + "] must exceed " + density.time() + ", was "
                        + t + "; one look per amount of information");
            }
            double total = spending.spent(alpha, t);
            bounds[look] = bound(density, t, total - spent);
            spent = total;
            if (look + 1 < information.length) {
                density = density.after(t, bounds[look] * Math.sqrt(t), information[look + 1] - t);
            }
        }
        return bounds;
    }

    /** The first look, from 0, whose |z| reaches its bound; empty while the test goes on. */
    public OptionalInt crossedAt(List<Look> looks) {
        double[] bounds = bounds(looks.stream().mapToDouble(Look::information).toArray());
        for (int look = 0; look < bounds.length; look++) {
            if (Math.abs(looks.get(look).z()) >= bounds[look]) {
                return OptionalInt.of(look);
            }
        }
        return OptionalInt.empty();
    }

    private static double bound(PathDensity density, double t, double increment) {
        if (!(increment > 2 * Normal.survival(MAX_Z))) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = MAX_Z;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            if (density.crossing(t, middle * Math.sqrt(t)) > increment) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }

    private static double requireFraction(String name, double t) {
        if (!(t > 0 && t <= 1)) {
            throw new IllegalArgumentException(name + " must lie in (0, 1], was " + t);
        }
        return t;
    }
}
