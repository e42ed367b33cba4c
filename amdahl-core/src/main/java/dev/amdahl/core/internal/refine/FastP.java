package dev.amdahl.core.internal.refine;

import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import java.util.Collection;

/**
 * fast_p of KernelBench (Ouyang et al. 2025, arXiv:2502.10517): the share of all tasks whose candidate is correct and more than p times
 * as fast as the baseline. What is not shown to be faster counts as a speed-up of at most 1.
 */
public final class FastP {
    private FastP() {}

    /**
     * Returns the share, in [0, 1]; one finding for each task, those without a right candidate included.
     *
     * @param p the factor; 0 gives the share that is correct
     * @throws IllegalArgumentException if there is no task, or p is not a number of 0 or more
     */
    public static double of(Collection<Finding> findings, double p) {
        if (findings.isEmpty() || !(p >= 0)) {
            throw new IllegalArgumentException("no fast_p of " + findings.size() + " tasks at p = " + p);
        }
        long fast = findings.stream().filter(finding -> ratio(finding) > p).count();
        return (double) fast / findings.size();
    }

    private static double ratio(Finding finding) {
        if (!finding.isCorrect()) {
            return 0;
        }
        double measured = finding.speedup().map(speedup -> speedup.ratio()).orElse(1.0);
        return finding.stage() == Stage.FASTER ? measured : Math.min(1, measured);
    }
}
