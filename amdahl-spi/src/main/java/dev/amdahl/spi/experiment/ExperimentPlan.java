package dev.amdahl.spi.experiment;

import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.util.List;
import java.util.Optional;

/**
 * A paired design, fixed at submit.
 *
 * @param metric what is compared
 * @param guardrails what must not worsen
 * @param outputs how outputs are compared
 * @param minimumEffect the minimum practical effect as a fraction, such as .01
 * @param sigma sd of the log ratio taken for the family
 * @param bar the evidence a win needs over both sets
 * @param alpha the share of the error budget that online control allotted
 * @param firstCap most trials of the first set
 * @param confirmationCap most trials of the confirmation set
 * @param sampling how its pairs are taken; empty for whole runs
 */
public record ExperimentPlan(
        MetricSpec metric,
        List<Guardrail> guardrails,
        List<OutputRule> outputs,
        double minimumEffect,
        double sigma,
        double bar,
        double alpha,
        int firstCap,
        int confirmationCap,
        Optional<Sampling> sampling) {
    public ExperimentPlan {
        guardrails = List.copyOf(guardrails);
        outputs = List.copyOf(outputs);
    }

    /** Returns a plan of whole runs. */
    public ExperimentPlan(
            MetricSpec metric,
            List<Guardrail> guardrails,
            List<OutputRule> outputs,
            double minimumEffect,
            double sigma,
            double bar,
            double alpha,
            int firstCap,
            int confirmationCap) {
        this(
                metric,
                guardrails,
                outputs,
                minimumEffect,
                sigma,
                bar,
                alpha,
                firstCap,
                confirmationCap,
                Optional.empty());
    }

    /** Returns how its pairs are taken. */
    public Sampling sampled() {
        return sampling.orElse(Sampling.WHOLE);
    }
}
