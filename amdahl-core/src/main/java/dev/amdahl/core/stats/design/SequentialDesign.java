package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The two-set decision rule as a pure function of the trials so far.
 *
 * <p>d = log(variant/baseline), one value per trial, below zero where the variant is better. σ and the bar are fixed at
 * submit. Trials of a set beyond the one that decided it, which were under way then, are left out. Guardrails, vetoes and
 * votes are the caller's.
 *
 * @param policy its constants
 * @param sigma sd of d expected for the family
 * @param bar evidence over both sets that a win needs
 */
public record SequentialDesign(EvidencePolicy policy, double sigma, double bar) {
    /** In σ, more than any bet takes notice of. */
    private static final double CLEAR = 20;

    /** @throws IllegalArgumentException if sigma or bar is not positive and finite */
    public SequentialDesign {
        Arguments.requirePositive("sigma", sigma);
        Arguments.requirePositive("bar", bar);
    }

    /** Returns an experiment without trials, for a caller that adds them one by one. */
    public SequentialRun begin() {
        return new SequentialRun(policy, sigma, bar);
    }

    /** Returns the fewest trials after which an experiment can end: of those that all show the same, for the change, against it or neither. */
    public int fewestTrials() {
        return DoubleStream.of(-CLEAR * sigma, 0, CLEAR * sigma)
                .mapToInt(this::trials)
                .min()
                .orElseThrow();
    }

    private int trials(double value) {
        SequentialRun run = begin();
        int trials = 0;
        while (!run.status().isFinal()) {
            run.add(value);
            trials++;
        }
        return trials;
    }

    /**
     * Looks at the evidence.
     *
     * @param first d of the first set, in order
     * @param confirmation d of the confirmation set, in order; empty before it has trials
     * @param medians wall seconds of the arms
     * @throws IllegalArgumentException if a d is not finite, or there are confirmation trials although the first set has
     *     not passed
     */
    public Assessment assess(double[] first, double[] confirmation, ArmMedians medians) {
        return assess(first, Optional.empty(), confirmation, medians);
    }

    /**
     * Looks at the evidence of an experiment whose first set may have been decided before: then it is taken as it was recorded, so that
     * neither another policy nor another version of these classes decides it again.
     *
     * @param passed how the first set passed; empty if it is judged by its trials
     * @throws IllegalArgumentException as above, or if the first set has fewer trials than it was recorded to have passed with
     */
    public Assessment assess(double[] first, Optional<FirstSet> passed, double[] confirmation, ArmMedians medians) {
        Arguments.requireFinite("first", first);
        Arguments.requireFinite("confirmation", confirmation);
        SequentialRun run = begin();
        if (passed.isPresent()) {
            run.resume(passed.get().of(first), passed.get().evidence());
        }
        for (int i = 0; i < first.length && run.status() == Status.CONTINUE; i++) {
            run.add(first[i]);
        }
        if (confirmation.length > 0 && run.status() != Status.FIRST_SET_PASSED) {
            throw new IllegalArgumentException(confirmation.length
                    + " confirmation trials although the first set has not passed: "
                    + run.assessment(medians).reason());
        }
        for (int i = 0; i < confirmation.length && !run.status().isFinal(); i++) {
            run.add(confirmation[i]);
        }
        return run.assessment(medians);
    }
}
