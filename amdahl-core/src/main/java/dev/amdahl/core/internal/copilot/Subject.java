package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

    /** Returns its losses with their ceilings, largest first; none unless it was measured and the account explains enough. */
    public List<ClassCeiling> losses() {
        return diagnosis.filter(Diagnosis::isExplained).map(Ceilings::of).orElse(List.of());
    }

    /** Ids of the runs or files that the diagnosis rests on. */
    public List<String> evidence() {
        return diagnosis.map(Diagnosis::evidence).orElse(List.of());
    }
}
