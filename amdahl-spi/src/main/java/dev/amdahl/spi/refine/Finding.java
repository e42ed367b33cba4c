package dev.amdahl.spi.refine;

import java.util.Optional;

/**
 * The finding of a verifier on a candidate.
 *
 * @param stage how far it got; a candidate that cheats got no farther than {@link Stage#BUILT}
 * @param hack how it cheats, if it does
 * @param speedup how fast it is; empty unless it is correct and was measured
 * @param feedback what to fix, for the next attempt; holds untrusted text
 */
public record Finding(Stage stage, Optional<Hack> hack, Optional<Speedup> speedup, String feedback) {
    public Finding {
        boolean isCorrect = stage.compareTo(Stage.CORRECT) >= 0;
        if ((hack.isPresent() && isCorrect) || (speedup.isPresent() && !isCorrect)) {
            throw new IllegalArgumentException("a candidate at " + stage + " has no " + hack + " and " + speedup);
        }
    }

    /** It stopped at a stage, for this reason. */
    public static Finding stopped(Stage stage, String feedback) {
        return new Finding(stage, Optional.empty(), Optional.empty(), feedback);
    }

    /** It cheats. */
    public static Finding refuted(Stage stage, Hack hack, String feedback) {
        return new Finding(stage, Optional.of(hack), Optional.empty(), feedback);
    }

    /** It is correct and was measured. */
    public static Finding measured(Stage stage, Speedup speedup, String feedback) {
        return new Finding(stage, Optional.empty(), Optional.of(speedup), feedback);
    }

    /** Returns whether every result was right and nothing speaks of cheating. */
    public boolean isCorrect() {
        return stage.compareTo(Stage.CORRECT) >= 0;
    }
}
