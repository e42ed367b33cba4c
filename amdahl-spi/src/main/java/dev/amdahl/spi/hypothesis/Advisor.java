package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.Optional;

/** Proposes changes for a diagnosed job. Implementations are thread-safe. */
public interface Advisor {

    /**
     * Returns the name under which the loop keeps a record of what asking it cost and brought, without a colon; empty for one that costs
     * nothing. Of several with a name, the loop asks first whichever promises most for what it costs.
     */
    default Optional<String> proposer() {
        return Optional.empty();
    }

    /** Proposals, best first, deterministic for the same briefing where no model is asked. May block. */
    List<Proposal> propose(Briefing briefing);

    /** Returns the same, and what people should know of it; this is what the loop asks for. */
    default Advice advise(Briefing briefing) {
        return new Advice(propose(briefing), List.of());
    }

    /**
     * Returns what to try instead of a patch that could not be built; empty if it knows nothing better. May block.
     *
     * @param failed the patch, its own or another advisor's
     * @param buildLog why not: what was refused, or the end of the build's output; untrusted text
     */
    default Optional<Proposal> repair(Briefing briefing, PatchChange failed, String buildLog) {
        return Optional.empty();
    }

    /** Returns the same, and what people should know of it; this is what the loop asks for. At most one proposal. */
    default Advice adviseRepair(Briefing briefing, PatchChange failed, String buildLog) {
        return new Advice(repair(briefing, failed, buildLog).stream().toList(), List.of());
    }
}
