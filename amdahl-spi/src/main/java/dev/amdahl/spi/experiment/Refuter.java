package dev.amdahl.spi.experiment;

/** Tries to prove that a claimed win is not one. Implementations are thread-safe and deterministic for the same evidence. */
public interface Refuter {

    /** Its name in votes. */
    String name();

    /** Examines the whole claim. */
    Vote examine(Evidence evidence);
}
