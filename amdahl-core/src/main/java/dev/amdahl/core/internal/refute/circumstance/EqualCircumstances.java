package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Change;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Discards the pairs whose arms ran on or under something else, such as another governor or limit, and fires if the effect does not
 * hold on the rest. What the change itself sets may differ, and the arms of separate submissions may stand on other machines.
 */
final class EqualCircumstances implements Check {
    /** Jobs may write files that they name, and whether a clock is held flickers from reading to reading. */
    private static final EnumSet<EnvironmentFact> OF_OTHER_CHECKS = EnumSet.of(
            EnvironmentFact.PROGRAM,
            EnvironmentFact.PROGRAM_AFTER,
            EnvironmentFact.HARNESS,
            EnvironmentFact.HARNESS_AFTER,
            EnvironmentFact.SANDBOX_LIMIT,
            EnvironmentFact.CLOCKS);

    private static final Set<EnvironmentFact> OF_THE_PLACE = EnumSet.of(
            EnvironmentFact.NODES,
            EnvironmentFact.ACCELERATOR_IDS,
            EnvironmentFact.CPUS_ALLOWED,
            EnvironmentFact.MEMORY_NODES_ALLOWED,
            EnvironmentFact.CPU_LIMIT);
    private static final Set<EnvironmentFact> OF_THE_ACCELERATORS = EnumSet.of(
            EnvironmentFact.NODES,
            EnvironmentFact.ACCELERATOR_IDS,
            EnvironmentFact.ACCELERATOR_MODELS,
            EnvironmentFact.DRIVER,
            EnvironmentFact.POWER_LIMIT);

    @Override
    public String name() {
        return "equal circumstances";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream()
                .anyMatch(trial -> !trial.baseline().circumstances().isEmpty()
                        || !trial.variant().circumstances().isEmpty());
    }

    @Override
    public Finding examine(Sample sample) {
        Set<EnvironmentFact> compared = compared(sample.evidence().hypothesis().change());
        return Gaps.of(
                        sample,
                        trial -> lacks(trial.baseline(), trial.variant(), compared),
                        trial -> lacks(trial.variant(), trial.baseline(), compared))
                .examine(this, "what one arm ran on or under", whole -> compare(whole, compared));
    }

    /** Returns whether one arm was not recorded as the other was. */
    private static boolean lacks(ArmResult arm, ArmResult other, Set<EnvironmentFact> compared) {
        return compared.stream().anyMatch(circumstance -> has(other, circumstance) && !has(arm, circumstance));
    }

    private static Finding compare(Sample sample, Set<EnvironmentFact> compared) {
        Set<EnvironmentFact> differing = new TreeSet<>();
        for (Trial trial : sample.pairs()) {
            compared.stream()
                    .filter(circumstance -> differs(trial, circumstance))
                    .forEach(differing::add);
        }
        double[] kept = sample.effects(trial -> compared.stream().noneMatch(one -> differs(trial, one)));
        int discarded = sample.size() - kept.length;
        if (discarded == 0) {
            return Finding.clear(0, 0);
        }
        List<String> names = differing.stream().map(EqualCircumstances::words).toList();
        return kept.length < 2
                        || Significance.isExplainedAway(
                                Summary.mean(kept), Significance.differsFromZero(kept), sample.meanEffect())
                ? Finding.fired(
                        "without the " + discarded + " pairs whose arms differ in " + String.join(", ", names)
                                + " the effect does not hold",
                        discarded,
                        0)
                : Finding.clear(discarded, 0);
    }

    private static Set<EnvironmentFact> compared(Change change) {
        Set<EnvironmentFact> compared = EnumSet.complementOf(OF_OTHER_CHECKS);
        if (ExcessInVariant.setsAccelerators(change)) {
            compared.removeAll(OF_THE_ACCELERATORS);
        }
        if (PowerCaps.isIn(change)) {
            compared.remove(EnvironmentFact.POWER_LIMIT);
        }
        return compared;
    }

    private static boolean differs(Trial trial, EnvironmentFact circumstance) {
        boolean isElsewhere = trial.host().contains("|") && OF_THE_PLACE.contains(circumstance);
        Optional<String> baseline = Sample.text(trial.baseline(), circumstance);
        Optional<String> variant = Sample.text(trial.variant(), circumstance);
        return !isElsewhere && baseline.isPresent() && variant.isPresent() && !baseline.equals(variant);
    }

    private static boolean has(ArmResult arm, EnvironmentFact circumstance) {
        return Sample.text(arm, circumstance).isPresent();
    }

    private static String words(EnvironmentFact circumstance) {
        return circumstance.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
