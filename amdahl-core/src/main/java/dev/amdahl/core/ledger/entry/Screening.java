package dev.amdahl.core.ledger.entry;

import java.util.OptionalDouble;

/**
 * The numbers a hypothesis was ranked by.
 *
 * @param wallCeiling speed-up if the addressed wall seconds vanished; empty if not measured
 * @param acceleratorCeiling the same in accelerator-hours
 * @param detectableEffect smallest effect that the design resolves with power .8, as a fraction
 * @param expectedValue expected yearly gain less the cost of finding out, in the price's currency; empty if not known
 * @param valuePerHour expected value per accelerator-hour of verification; empty if not known
 */
public record Screening(
        OptionalDouble wallCeiling,
        OptionalDouble acceleratorCeiling,
        double detectableEffect,
        OptionalDouble expectedValue,
        OptionalDouble valuePerHour) {

    /** What a patch that nobody answers for has to pass before a pair is paid for, in order. */
    public enum Stage {
        /** It is new, the filter takes it, and it applies. */
        CHECK,
        /** It builds. */
        BUILD,
        /** The tests that the job declares pass, or fail without it too. */
        TESTS,
        /** In the first trial beside the baseline, which only warms up, it ends well, writes the same and is not clearly slower. */
        SMOKE
    }
}
