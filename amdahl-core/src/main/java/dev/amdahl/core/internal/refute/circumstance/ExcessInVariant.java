package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Fires if a count is larger in the variant, by the exact sign test over the pairs that differ: what it saves it may be taking
 * from there.
 *
 * @param name its name
 * @param count what is counted
 * @param reason what follows if it fires
 * @param isDeclared changes that may raise the count
 */
record ExcessInVariant(String name, Covariate count, String reason, Predicate<Change> isDeclared) implements Check {
    private static final double ALPHA = .01;
    private static final double MIN = .5;

    static ExcessInVariant ofProcesses() {
        return new ExcessInVariant(
                "work left running",
                Covariate.LINGERING_PROCESSES,
                "the variant returns while processes of it still run",
                change -> false);
    }

    static ExcessInVariant ofAccelerators() {
        return new ExcessInVariant(
                "extra accelerators",
                Covariate.ACCELERATORS_BUSY,
                "the variant keeps more accelerators busy, which the change does not declare",
                ExcessInVariant::setsAccelerators);
    }

    static boolean setsAccelerators(Change change) {
        return change instanceof ConfigChange config
                && config.settings().stream()
                        .anyMatch(setting -> setting.target() instanceof LeverSetting.AcceleratorCount);
    }

    @Override
    public Set<Covariate> requires() {
        return Set.of(count);
    }

    @Override
    public boolean applies(Sample sample) {
        return !isDeclared.test(sample.evidence().hypothesis().change());
    }

    @Override
    public Finding examine(Sample sample) {
        double[] excess =
                sample.each(trial -> Sample.value(trial.variant(), count) - Sample.value(trial.baseline(), count));
        int more = 0;
        int less = 0;
        for (double difference : excess) {
            more += difference > 0 ? 1 : 0;
            less += difference < 0 ? 1 : 0;
        }
        double p = more + less == 0 ? 1 : Binomial.atLeast(more, more + less, .5);
        return p < ALPHA && Summary.mean(excess) >= MIN
                ? Finding.fired(reason, Summary.mean(excess), MIN)
                : Finding.clear(p, ALPHA);
    }
}
