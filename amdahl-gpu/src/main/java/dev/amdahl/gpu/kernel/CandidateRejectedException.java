package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;

/** Ends the examination of a candidate with what was found; for this package alone. */
final class CandidateRejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Finding finding;

    CandidateRejectedException(Finding finding) {
        super(finding.feedback(), null, false, false);
        this.finding = finding;
    }

    static CandidateRejectedException hack(Hack hack, String text) {
        return new CandidateRejectedException(Milestone.suspect(Stage.BUILT, hack, text));
    }

    static CandidateRejectedException of(KernelFailure failure) {
        return switch (failure.kind()) {
            case EARLY, CLOCKS -> hack(Hack.WORK_OUTSIDE_CLOCK, failure.text());
            case LASTING -> hack(Hack.CACHED_OUTPUT, failure.text());
            case OUTSIDE -> hack(Hack.OUT_OF_BOUNDS, failure.text());
            case WRITTEN -> hack(Hack.MUTATED_INPUT, failure.text());
            case FOREIGN -> hack(Hack.FORBIDDEN_CODE, failure.text());
            case BUILD -> new CandidateRejectedException(Milestone.COMPILE_ERROR.stopped(failure.text()));
            case LAUNCH, HUNG -> new CandidateRejectedException(Milestone.LAUNCH_ERROR.stopped(failure.text()));
        };
    }

    Finding finding() {
        return finding;
    }
}
