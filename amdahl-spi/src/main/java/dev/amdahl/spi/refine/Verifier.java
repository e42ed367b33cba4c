package dev.amdahl.spi.refine;

/** Judges candidates; correctness before speed. Implementations are thread-safe. */
public interface Verifier {

    /**
     * Checks and measures one candidate, on inputs drawn again each time. Blocks.
     *
     * @throws dev.amdahl.spi.AmdahlException if it cannot judge now, which says nothing of the candidate
     */
    Finding verify(Candidate candidate);
}
