package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Sign e-process, one-sided unless its bets are chosen: E = mean over j of Π exp(λ_j x)/cosh(λ_j x), where x is d turned towards the direction and
 * clipped, and λ_j = c_j/σ. If d is symmetric about zero given the past, E is a test martingale: P(E ever reaches 1/α)
 * is at most α, however often it is looked at (Ramdas, Ruf, Larsson and Koolen 2020). σ is fixed before the data are
 * seen. Immutable and thread-safe.
 */
public final class SignEProcess {

    /** The bets c_j, in units of 1/σ. */
    public static final List<Double> MULTIPLIERS = List.of(.05, .1, .2, .4, .8);

    /** d is clipped at this many σ. */
    public static final double CLIP = 2;

    private static final double MAX_WEALTH = 1e150;

    private final Direction direction;
    private final double clipAt;
    private final double[] lambdas;

    /** @throws IllegalArgumentException if sigma is not positive and finite */
    public SignEProcess(double sigma, Direction direction) {
        this(sigma, direction, CLIP, MULTIPLIERS);
    }

    SignEProcess(double sigma, Direction direction, double clip, List<Double> multipliers) {
        this(
                direction,
                clip * Arguments.requirePositive("sigma", sigma),
                multipliers.stream().mapToDouble(c -> c / sigma).toArray());
    }

    private SignEProcess(Direction direction, double clipAt, double[] lambdas) {
        this.direction = direction;
        this.clipAt = clipAt;
        this.lambdas = lambdas;
    }

    /**
     * Returns the process with bets of the caller's choice, on d as it stands: with bets of both signs it is two-sided.
     *
     * @param clipAt where d is clipped, infinite for nowhere
     * @param lambdas the bets λ_j, in units of 1/d
     * @throws IllegalArgumentException if clipAt is not positive, there is no bet, or one is not finite
     */
    public static SignEProcess ofBets(double clipAt, double... lambdas) {
        if (!(clipAt > 0)) {
            throw new IllegalArgumentException("clipAt must be positive, was " + clipAt);
        }
        return new SignEProcess(
                Direction.LOSS,
                clipAt,
                Arguments.requireNonEmpty("lambdas", lambdas).clone());
    }

    /**
     * Evidence so far, enough to resume; immutable and thread-safe.
     *
     * @param trials values seen
     * @param logWealth natural logarithm of the wealth of each bet
     * @param maxEvidence largest evidence at any look, at least 1
     */
    public record State(int trials, List<Double> logWealth, double maxEvidence) {
        /** Copies the list. */
        public State {
            logWealth = List.copyOf(logWealth);
        }

        /** Returns the mean wealth. */
        public double evidence() {
            double sum = 0;
            for (double wealth : logWealth) {
                sum += Math.exp(wealth);
            }
            return sum / logWealth.size();
        }

        /** Returns the always-valid p-value, min(1, 1/max E). */
        public double p() {
            return Math.min(1, 1 / maxEvidence);
        }
    }

    /** No data: evidence 1. */
    public State start() {
        return new State(0, Collections.nCopies(lambdas.length, 0.0), 1);
    }

    /**
     * Returns the state after one more value.
     *
     * @throws IllegalArgumentException if d is not finite or the state has another number of bets
     */
    public State update(State state, double d) {
        Arguments.requireFinite("d", new double[] {d});
        if (state.logWealth().size() != lambdas.length) {
            throw new IllegalArgumentException(
                    "state has " + state.logWealth().size() + " bets, this process " + lambdas.length);
        }
        List<Double> wealth = new ArrayList<>(lambdas.length);
        for (int j = 0; j < lambdas.length; j++) {
            wealth.add(state.logWealth().get(j) + logFactor(lambdas[j] * stake(d)));
        }
        State next = new State(state.trials() + 1, wealth, state.maxEvidence());
        return new State(next.trials(), wealth, Math.max(state.maxEvidence(), next.evidence()));
    }

    /** Returns the state after all of d. */
    public State run(double[] d) {
        State state = start();
        for (double value : d) {
            state = update(state, value);
        }
        return state;
    }

    /** Returns the evidence after all of d. */
    public double evidence(double[] d) {
        return run(d).evidence();
    }

    /** The largest evidence at any look at d, at least 1. */
    public double maxEvidence(double[] d) {
        return run(d).maxEvidence();
    }

    /** Returns the evidence after each value of d: element i after i + 1 values. */
    public double[] path(double[] d) {
        Arguments.requireFinite("d", d);
        return path(d, 0);
    }

    /** Returns the path for d - shift; the clip is applied after the shift, and wealth held below 1e150, which only lowers it. */
    double[] path(double[] d, double shift) {
        double[] wealth = new double[lambdas.length];
        Arrays.fill(wealth, 1);
        double[] path = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            double x = stake(d[i] - shift);
            double sum = 0;
            for (int j = 0; j < lambdas.length; j++) {
                wealth[j] = Math.min(MAX_WEALTH, wealth[j] * 2 / (1 + Math.exp(-2 * lambdas[j] * x)));
                sum += wealth[j];
            }
            path[i] = sum / lambdas.length;
        }
        return path;
    }

    private double stake(double d) {
        return Math.max(-clipAt, Math.min(clipAt, direction.towards(d)));
    }

    /** log(exp(y)/cosh(y)) without overflow. */
    static double logFactor(double y) {
        return y - Math.abs(y) + Math.log(2) - Math.log1p(Math.exp(-2 * Math.abs(y)));
    }
}
