package dev.amdahl.gpu.kernel;

import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;

/** How far a kernel came on the ladder of the lab, worst first; the first word of what goes back to its proposer. */
public enum Milestone {
    /** It is not in the form asked for. */
    NO_FORM(Stage.NONE),
    /** The compiler refused it; its log is the text. */
    COMPILE_ERROR(Stage.FORMED),
    /** A launch was refused, crashed or hung. */
    LAUNCH_ERROR(Stage.BUILT),
    /** A result is wrong. */
    WRONG(Stage.BUILT),
    /** One input gave two results. */
    UNSTABLE(Stage.BUILT),
    /** It looks right or fast without being so. */
    SUSPECT(Stage.BUILT),
    /** Every result was right. */
    CORRECT(Stage.CORRECT);

    private final Stage stage;

    Milestone(Stage stage) {
        this.stage = stage;
    }

    /** It stopped here without cheating. */
    Finding stopped(String text) {
        return Finding.stopped(stage, this + ": " + text);
    }

    /** It is refuted, at this stage. */
    static Finding suspect(Stage stage, Hack hack, String text) {
        Milestone milestone = hack == Hack.NONDETERMINISTIC ? UNSTABLE : SUSPECT;
        return Finding.refuted(stage, hack, milestone + ": " + hack + ", " + text);
    }
}
