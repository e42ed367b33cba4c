package dev.amdahl.core.internal.advice;

import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Turns away, before anything runs, what cannot pay: out of scope, a ceiling below the floor or below what the experiment could
 * show, or an expected value of at most 0. A hypothesis whose ceiling is not known is not screened out; it ranks last.
 * Immutable, so thread-safe.
 */
public final class Screen {
    private static final double UNKNOWN_FRACTION = .3;

    private final ScopePolicy policy;

    /** Returns a screen for a host's policy. */
    public Screen(ScopePolicy policy) {
        this.policy = policy;
    }

    /**
     * Judges one hypothesis.
     *
     * @param diagnosis of its family
     * @param wallView whether the job's metric is wall time, else accelerator-seconds
     * @param winRate how often such a hypothesis wins, from 0 to 1
     */
    public ScreenResult judge(
            Hypothesis hypothesis,
            Diagnosis diagnosis,
            boolean wallView,
            double winRate,
            Stakes stakes,
            Verification verification) {
        Ceiling ceiling = Ceiling.of(hypothesis, diagnosis, wallView);
        Optional<String> excluded = policy.excludes(hypothesis);
        if (excluded.isPresent()) {
            return out(hypothesis, excluded.get(), ceiling.ceiling(), Optional.empty());
        }
        double floor = 1 + Math.max(policy.floor(), verification.minimumDetectableEffect());
        double guard = ceiling.ceiling().orElse(ceiling.bound());
        if (guard < floor) {
            return out(hypothesis, below(guard, floor), OptionalDouble.of(guard), Optional.empty());
        }
        if (ceiling.share().isEmpty() || !(ceiling.share().getAsDouble() > 0)) {
            return new ScreenResult(
                    hypothesis,
                    ScreenResult.Outcome.ACCEPT,
                    "ceiling not known: ranked last",
                    ceiling.ceiling(),
                    Optional.empty());
        }
        double fraction = Math.max(1e-6, hypothesis.expectedFraction().orElse(UNKNOWN_FRACTION));
        ExpectedValue value = ExpectedValue.of(ceiling.share().getAsDouble(), fraction, winRate, stakes, verification);
        if (!(value.net() > 0)) {
            String reason = String.format(
                    Locale.ROOT,
                    "testing costs more (%.2f) than it is expected to save in a year (%.2f), in accelerator-hours"
                            + " times their price",
                    value.verificationCost() + verification.otherCost(),
                    value.gross());
            return out(hypothesis, reason, ceiling.ceiling(), Optional.of(value));
        }
        return new ScreenResult(
                hypothesis,
                ScreenResult.Outcome.ACCEPT,
                String.format(
                        Locale.ROOT,
                        "ceiling %.2fx >= floor %.2fx, expected value %.2f in about %d pairs",
                        guard,
                        floor,
                        value.net(),
                        value.pairs()),
                ceiling.ceiling(),
                Optional.of(value));
    }

    private static ScreenResult out(
            Hypothesis hypothesis, String reason, OptionalDouble ceiling, Optional<ExpectedValue> value) {
        return new ScreenResult(hypothesis, ScreenResult.Outcome.SCREENED_OUT, reason, ceiling, value);
    }

    /** Two decimals, more where they would show the two alike. */
    private static String below(double ceiling, double floor) {
        String two = String.format(Locale.ROOT, "%.2f", ceiling);
        String decimals = two.equals(String.format(Locale.ROOT, "%.2f", floor)) ? "%.4f" : "%.2f";
        return String.format(Locale.ROOT, "ceiling " + decimals + "x < floor " + decimals + "x", ceiling, floor);
    }
}
