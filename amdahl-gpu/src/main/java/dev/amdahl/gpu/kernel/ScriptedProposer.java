package dev.amdahl.gpu.kernel;

import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Proposer;
import java.util.List;

/** Plays candidates in their order, one a round. Immutable and thread-safe. */
public final class ScriptedProposer implements Proposer {
    private final List<Candidate> script;

    /** Of these candidates. */
    public ScriptedProposer(List<Candidate> script) {
        this.script = List.copyOf(script);
    }

    @Override
    public List<Candidate> propose(List<Attempt> earlier) {
        return earlier.size() < script.size() ? List.of(script.get(earlier.size())) : List.of();
    }
}
