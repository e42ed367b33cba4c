package dev.amdahl.spi.experiment;

/** Tries to prove that a claimed win is not one. Implementations are thread-safe and deterministic for the same evidence. */
public interface Refuter {

    /** Returns its name in votes. */
    String name();

    /** Examines the whole claim. */
    Vote examine(Evidence evidence);

    /**
     * Returns whether only what it finds counts: a vote of it that does not refute is no vote at all, so that its silence, or that it cannot be
     * reached, neither sinks a claim nor saves one.
     */
    default boolean isAdvisory() {
        return false;
    }
}
