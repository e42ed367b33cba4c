package dev.amdahl.spi.refine;

/** Judges candidates; correctness before speed. Implementations are thread-safe. */
public interface Verifier {

    /** Checks and measures one candidate. Blocks. */
    Finding verify(Candidate candidate);
}
