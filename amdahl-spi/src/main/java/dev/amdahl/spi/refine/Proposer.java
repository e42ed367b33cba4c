package dev.amdahl.spi.refine;

import java.util.List;

/** Makes candidates from earlier ones. Implementations are thread-safe. */
public interface Proposer {

    /**
     * New candidates, from all attempts so far in their order; none if it knows no more. May block.
     *
     * @throws dev.amdahl.spi.AmdahlException if it cannot be asked now
     */
    List<Candidate> propose(List<Attempt> earlier);
}
