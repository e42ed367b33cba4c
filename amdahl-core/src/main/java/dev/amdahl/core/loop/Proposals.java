package dev.amdahl.core.loop;

import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Proposal;
import java.util.ArrayList;
import java.util.List;

/** Asks an advisor; one that fails, or says what makes no sense, costs the cycle nothing but a note. Stateless. */
final class Proposals {
    private Proposals() {}

    /** The sound proposals of an advisor, in its order. */
    static List<Proposal> of(Cycle cycle, Advisor advisor, Briefing briefing) {
        List<Proposal> sound = new ArrayList<>();
        try {
            for (Proposal proposal : advisor.propose(briefing)) {
                if (isSound(proposal)) {
                    sound.add(proposal);
                } else {
                    cycle.note(
                            briefing.job().family() + ": a proposal without a title, a class or a sensible expectation"
                                    + " was left out: '" + proposal.title() + "'");
                }
            }
        } catch (RuntimeException failed) {
            cycle.note(briefing.job().family() + ": an advisor failed, the next cycle asks again: " + failed);
        }
        return sound;
    }

    private static boolean isSound(Proposal proposal) {
        double expected = proposal.expectedFraction().orElse(0);
        return !proposal.title().isBlank() && !proposal.addresses().isEmpty() && expected >= 0 && expected <= 1;
    }
}
