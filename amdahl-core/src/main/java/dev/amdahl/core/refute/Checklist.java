package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.circumstance.CircumstanceChecks;
import dev.amdahl.core.internal.refute.conduct.ConductChecks;
import dev.amdahl.core.internal.refute.figure.FigureChecks;
import dev.amdahl.core.internal.refute.work.WorkChecks;
import java.util.List;
import java.util.stream.Stream;

/** What is checked: statistical checks, made on all pairs and again on subsets of them, and facts that are examined once on all. */
final class Checklist {

    static final List<Check> STATISTICAL = Stream.of(
                    ConductChecks.STATISTICAL, CircumstanceChecks.STATISTICAL, FigureChecks.STATISTICAL)
            .flatMap(List::stream)
            .toList();

    static final List<Check> FACTS = Stream.of(WorkChecks.FACTS, FigureChecks.FACTS, ConductChecks.FACTS)
            .flatMap(List::stream)
            .toList();

    private Checklist() {}
}
