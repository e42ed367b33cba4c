package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Whether the files that the commands name were the same ones in all trials of an experiment: it measures one program. */
final class Programs {
    private Programs() {}

    /** Why the trials are not of one program; empty if they are, or if an arm itself rewrites what the commands name. */
    static Optional<String> changed(List<Trial> trials) {
        boolean isRewritten = trials.stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .anyMatch(arm -> !text(arm, EnvironmentFact.PROGRAM).equals(text(arm, EnvironmentFact.PROGRAM_AFTER)));
        return isRewritten
                ? Optional.empty()
                : changed(trials, Trial::baseline, "baseline").or(() -> changed(trials, Trial::variant, "variant"));
    }

    private static Optional<String> changed(List<Trial> trials, Function<Trial, ArmResult> arm, String role) {
        long programs = trials.stream()
                .map(arm)
                .flatMap(each -> text(each, EnvironmentFact.PROGRAM).stream())
                .distinct()
                .count();
        return programs > 1
                ? Optional.of(VerdictText.OTHER_PROGRAM + "the files that the command of the " + role
                        + " names were changed while it was being tested")
                : Optional.empty();
    }

    private static Optional<String> text(ArmResult arm, EnvironmentFact circumstance) {
        return Optional.ofNullable(arm.circumstances().get(circumstance));
    }
}
