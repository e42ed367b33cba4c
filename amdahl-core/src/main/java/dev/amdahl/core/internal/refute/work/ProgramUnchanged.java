package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fires if the variant, and never the baseline, rewrote a file that its command names while it ran: its evaluator, its tests or the
 * program itself; or if a file outside of its patch is another one in its tree, before or after. One time is enough, the warm-up pair
 * included.
 */
final class ProgramUnchanged implements Check {

    @Override
    public String name() {
        return "program and evaluator unchanged";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().trials().stream()
                .anyMatch(trial -> trial.variant().circumstances().containsKey(EnvironmentFact.PROGRAM)
                        || trial.variant().circumstances().containsKey(EnvironmentFact.HARNESS));
    }

    @Override
    public Finding examine(Sample sample) {
        List<Trial> trials = sample.evidence().trials();
        Optional<String> harness =
                trials.stream().flatMap(trial -> harness(trial).stream()).findFirst();
        if (harness.isPresent()) {
            return Finding.fired(harness.get(), 1, 0);
        }
        int variant = edits(trials, Trial::variant);
        int baseline = edits(trials, Trial::baseline);
        return variant > 0 && baseline == 0
                ? Finding.fired("the variant rewrote a file that its command names in " + variant + " runs", variant, 0)
                : Finding.clear(variant, 0);
    }

    /** Returns what became of the files that a variant must leave alone; empty if nothing. */
    static Optional<String> harness(Trial trial) {
        Optional<String> wanted = Sample.text(trial.baseline(), EnvironmentFact.HARNESS);
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        if (!wanted.equals(Sample.text(trial.variant(), EnvironmentFact.HARNESS))) {
            return Optional.of("the variant's tree differs in files outside its patch");
        }
        return wanted.equals(Sample.text(trial.variant(), EnvironmentFact.HARNESS_AFTER))
                ? Optional.empty()
                : Optional.of("the variant rewrote files outside its patch while it ran");
    }

    private static int edits(List<Trial> trials, Function<Trial, ArmResult> arm) {
        return (int) trials.stream().map(arm).filter(ProgramUnchanged::isEdited).count();
    }

    private static boolean isEdited(ArmResult arm) {
        Optional<String> before = Sample.text(arm, EnvironmentFact.PROGRAM);
        return before.isPresent() && !before.equals(Sample.text(arm, EnvironmentFact.PROGRAM_AFTER));
    }
}
