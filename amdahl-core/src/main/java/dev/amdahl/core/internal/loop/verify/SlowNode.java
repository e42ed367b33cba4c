package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import java.util.List;

/**
 * Names a node that held back one arm of a pair and not the other. The pair counts all the same: a change may even out what its nodes have
 * to do, and to leave pairs out by how long they took would favour it.
 */
final class SlowNode {
    private static final double FAR = .25;

    private SlowNode() {}

    static void note(Cycle cycle, RunPlan plan, List<ArmResult> arms) {
        for (ArmResult arm : arms) {
            double own = skew(arm);
            if (arms.stream().allMatch(other -> other.equals(arm) || own - skew(other) > FAR)) {
                arm.notes().stream()
                        .filter(note -> note.contains("nodes the slowest is"))
                        .forEach(note -> cycle.note(plan.family() + ": one node held back one arm of run " + plan.key()
                                + " and not the other: " + note));
            }
        }
    }

    private static double skew(ArmResult arm) {
        return arm.covariates().getOrDefault(Covariate.NODE_SKEW, 0.0);
    }
}
