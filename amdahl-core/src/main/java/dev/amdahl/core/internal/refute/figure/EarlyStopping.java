package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.design.Direction;
import dev.amdahl.core.stats.design.PredictiveEProcess;

/** Fires if the trials were looked at more than once and only a test for a fixed number of them says that it is a win. */
final class EarlyStopping implements Check {
    private static final double MIN_EVIDENCE = 20;

    @Override
    public String name() {
        return "early stopping";
    }

    /** Returns where the number of looks is known. */
    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().conduct().looks().isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        int looks = sample.evidence().conduct().looks().orElseThrow();
        if (looks <= 1) {
            return Finding.clear(looks, 1);
        }
        boolean isAnytimeValid = sample.evidence().conduct().isAnytimeValid();
        double evidence = isAnytimeValid
                ? sample.evidence().comparison().evidence()
                : PredictiveEProcess.evidence(
                        sample.effects(), sample.evidence().plan().sigma(), Direction.WIN);
        if (isAnytimeValid && evidence >= MIN_EVIDENCE) {
            return Finding.ruledOut();
        }
        return evidence < MIN_EVIDENCE
                ? Finding.fired(
                        "looked at " + looks + " times, and evidence that is valid at any look is too small",
                        evidence,
                        MIN_EVIDENCE)
                : Finding.clear(evidence, MIN_EVIDENCE);
    }
}
