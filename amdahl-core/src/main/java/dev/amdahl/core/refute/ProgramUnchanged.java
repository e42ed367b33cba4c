package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fires if the variant, and never the baseline, rewrote a file that its command names while it ran: its evaluator, its tests or the
 * program itself. One time is enough, the warm-up pair included.
 */
final class ProgramUnchanged implements Check {

    @Override
    public String name() {
        return "program and evaluator unchanged";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().trials().stream()
                .anyMatch(trial -> trial.variant().circumstances().containsKey(Circumstance.PROGRAM));
    }

    @Override
    public Finding examine(Sample sample) {
        List<Trial> trials = sample.evidence().trials();
        int variant = edits(trials, Trial::variant);
        int baseline = edits(trials, Trial::baseline);
        return variant > 0 && baseline == 0
                ? Finding.fired("the variant rewrote a file that its command names in " + variant + " runs", variant, 0)
                : Finding.clear(variant, 0);
    }

    private static int edits(List<Trial> trials, Function<Trial, ArmResult> arm) {
        return (int) trials.stream().map(arm).filter(ProgramUnchanged::isEdited).count();
    }

    private static boolean isEdited(ArmResult arm) {
        Optional<String> before = EqualCircumstances.text(arm, Circumstance.PROGRAM);
        return before.isPresent() && !before.equals(EqualCircumstances.text(arm, Circumstance.PROGRAM_AFTER));
    }
}
