package dev.amdahl.core.internal.refine.kernel;

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

    static CandidateRejectedException wrong(String feedback) {
        return new CandidateRejectedException(Finding.stopped(Stage.BUILT, feedback));
    }

    static CandidateRejectedException hack(Hack hack, String text) {
        return new CandidateRejectedException(new HackReport(hack, text).at(Stage.BUILT));
    }

    Finding finding() {
        return finding;
    }
}
