package dev.amdahl.core.internal.advice;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What a hypothesis could bring at most, in the view of the job's metric.
 *
 * @param share share of the seconds it addresses; empty when the diagnosis does not tell
 * @param ceiling speed-up if they vanish; empty when the diagnosis does not tell
 * @param bound speed-up if the unattributed seconds vanished with them: no diagnosis can make it larger; infinite when nothing
 *     was measured
 */
record Ceiling(OptionalDouble share, OptionalDouble ceiling, double bound) {
    static Ceiling of(Hypothesis hypothesis, Diagnosis diagnosis, boolean wallView) {
        Set<Bottleneck> classes = hypothesis.addressed();
        boolean finding = classes.stream().anyMatch(one -> one.kind() == Bottleneck.Kind.FINDING);
        OptionalDouble share = share(diagnosis, classes, wallView);
        if (share.isEmpty() || finding || diagnosis.evidence().isEmpty() || PowerCaps.isIn(hypothesis.change())) {
            return new Ceiling(OptionalDouble.empty(), OptionalDouble.empty(), Double.POSITIVE_INFINITY);
        }
        double factor = wallView ? 1 : allocationFactor(hypothesis.change());
        boolean isWithinWork = classes.stream().allMatch(one -> one.kind() == Bottleneck.Kind.RELABEL);
        double unattributed = isWithinWork && isWorkSeen(diagnosis)
                ? 0
                : share(diagnosis, Set.of(Bottleneck.UNATTRIBUTED), wallView).orElse(0);
        double busy = Ceilings.isOnlyBusy(diagnosis) && !classes.contains(Bottleneck.HOST_SERIAL)
                ? share(diagnosis, Set.of(Bottleneck.HOST_SERIAL), wallView).orElse(0)
                : 0;
        double bound = factor * Ceilings.ceiling(Math.min(1, share.getAsDouble() + unattributed + busy));
        return Ceilings.areTold(diagnosis)
                ? new Ceiling(share, OptionalDouble.of(factor * Ceilings.ceiling(share.getAsDouble())), bound)
                : new Ceiling(OptionalDouble.empty(), OptionalDouble.empty(), bound);
    }

    private static OptionalDouble share(Diagnosis diagnosis, Set<Bottleneck> classes, boolean wallView) {
        return wallView ? diagnosis.wallShare(classes) : diagnosis.acceleratorShare(classes);
    }

    /** Returns where no work was told from idling, as on a processor alone, the seconds without a cause may be work of any kind. */
    private static boolean isWorkSeen(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .anyMatch(account -> account.wallSeconds() > 0
                        && (account.bottleneck().kind() == Bottleneck.Kind.WORK
                                || account.bottleneck().kind() == Bottleneck.Kind.RELABEL));
    }

    /** G / G' of a change of the accelerator count, else 1. */
    private static double allocationFactor(Change change) {
        if (!(change instanceof ConfigChange config)) {
            return 1;
        }
        return config.settings().stream()
                .filter(setting -> setting.target() instanceof LeverSetting.AcceleratorCount)
                .mapToDouble(setting -> Double.parseDouble(setting.from()) / Double.parseDouble(setting.to()))
                .findFirst()
                .orElse(1);
    }
}
