package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What advice is given about: a family of the ledger, or a trace that somebody brings.
 *
 * @param name of the family, or of the file
 * @param diagnosis where its seconds went; empty if it was never measured
 * @param acceleratorType the generation it runs on; empty where that is not known
 * @param measuredAt when the diagnosis was made; empty where that is not known
 */
public record Subject(
        String name, Optional<Diagnosis> diagnosis, Optional<String> acceleratorType, Optional<Instant> measuredAt) {
    private static final double LITTLE = .10;

    /** Returns one of which nobody knows when it was measured. */
    public Subject(String name, Optional<Diagnosis> diagnosis, Optional<String> acceleratorType) {
        this(name, diagnosis, acceleratorType, Optional.empty());
    }

    /** Creates a family as the ledger knows it. */
    public static Subject of(Family family) {
        return new Subject(
                family.name(),
                family.diagnosis().filter(diagnosis -> !diagnosis.evidence().isEmpty()),
                Optional.of(family.acceleratorType()),
                family.diagnosedAt());
    }

    /** Creates a trace, as evidence of its own or of the family that it was recorded of. */
    public static Subject ofTrace(String name, Diagnosis diagnosis, String evidence) {
        Diagnosis cited = new Diagnosis(
                name,
                diagnosis.accounts(),
                diagnosis.gapSeconds(),
                diagnosis.metrics(),
                List.of(evidence),
                diagnosis.findings());
        return new Subject(name, Optional.of(cited), Optional.empty());
    }

    /** Returns its losses with their ceilings, largest first; none unless it was measured. */
    public List<ClassCeiling> losses() {
        return diagnosis.map(Ceilings::of).orElse(List.of());
    }

    /** Returns the share of all its accelerator time that has no known cause. */
    double unknownShare() {
        return diagnosis
                .map(each ->
                        each.acceleratorShare(Set.of(Bottleneck.UNATTRIBUTED)).orElse(0))
                .orElse(0.0);
    }

    /** Returns whether its losses can be acted on: little of all time is unknown, or less than the largest loss holds. */
    boolean isExplained() {
        double unknown = unknownShare();
        return unknown <= LITTLE
                || losses().stream()
                        .findFirst()
                        .filter(loss -> loss.acceleratorShare() > unknown)
                        .isPresent();
    }

    /** Ids of the runs or files that the diagnosis rests on. */
    public List<String> evidence() {
        return diagnosis.map(Diagnosis::evidence).orElse(List.of());
    }
}
