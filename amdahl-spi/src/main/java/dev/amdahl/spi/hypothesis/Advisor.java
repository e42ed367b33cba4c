package dev.amdahl.spi.hypothesis;

import java.util.List;

/** Proposes changes for a diagnosed job. Implementations are thread-safe. */
public interface Advisor {

    /** Proposals, best first, deterministic for the same briefing where no model is asked. May block. */
    List<Proposal> propose(Briefing briefing);
}
