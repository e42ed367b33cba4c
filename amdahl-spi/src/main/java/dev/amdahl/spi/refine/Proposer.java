package dev.amdahl.spi.refine;

import java.util.List;

/** Makes candidates from earlier ones. Implementations are thread-safe. */
public interface Proposer {

    /** New candidates; {@code findings} belong to {@code earlier} by position. May block. */
    List<Candidate> propose(List<Candidate> earlier, List<Finding> findings);
}
