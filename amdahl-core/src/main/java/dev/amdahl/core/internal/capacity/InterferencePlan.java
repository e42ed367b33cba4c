package dev.amdahl.core.internal.capacity;

import java.util.List;

/**
 * The shape of the experiment that a co-location needs: each family alone beside the same family with the other one on its accelerators,
 * as two submissions paired by time and node class, the queue left out.
 *
 * @param statement the hypothesis
 * @param baseline what runs in the unchanged arm
 * @param variant what runs in the changed arm
 * @param metric what is compared: accelerator-seconds of both together for each unit of work of both
 * @param guardrails what may not become worse, with its margin
 * @param blocks how a pair is formed
 */
public record InterferencePlan(
        String statement, String baseline, String variant, String metric, List<String> guardrails, String blocks) {
    public InterferencePlan {
        guardrails = List.copyOf(guardrails);
    }

    static InterferencePlan of(String first, String second) {
        return new InterferencePlan(
                first + " and " + second
                        + " on the same accelerators need fewer accelerator-seconds for each unit of work than apart",
                first + " and " + second + ", each on accelerators of its own",
                first + " and " + second + " on the same accelerators, half as many",
                "accelerator_seconds_per_work_unit",
                List.of(
                        "p95 step time of " + first + ": no longer than its owner allows",
                        "p95 step time of " + second + ": no longer than its owner allows",
                        "output of both: equal",
                        "peak memory of both together: at most 90 %"),
                "SEPARATE");
    }
}
