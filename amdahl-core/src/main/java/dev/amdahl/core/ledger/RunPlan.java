package dev.amdahl.core.ledger;

/**
 * What is about to be submitted. Immutable.
 *
 * @param key the idempotency key
 * @param purpose why
 * @param family the recurring workload
 * @param hypothesis the hypothesis under test; empty text for noise and evidence runs
 * @param set 1 for the first set, 2 and above for confirmations, 0 outside experiments
 * @param index place within the set, 0 for the warm-up pair
 * @param attempt 1, raised after a recorded infrastructure failure
 * @param isVariantFirst the drawn order
 * @param seed the seed that all arms get
 * @param reservedSeconds accelerator-seconds set aside in the budget
 */
public record RunPlan(
        String key,
        RunPurpose purpose,
        String family,
        String hypothesis,
        int set,
        int index,
        int attempt,
        boolean isVariantFirst,
        long seed,
        double reservedSeconds) {}
