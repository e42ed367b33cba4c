package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was promoted on one family, offered to siblings with a discounted prior: the same accelerator type, seconds of the same class, and
 * a lever for the same thing. Of many wins of a class the newest count, and each change once. Not thread-safe.
 */
final class WinTransfer {
    private static final double DISCOUNT = .5;
    private static final int NEWEST = 64;

    private final Cycle cycle;
    private final Map<Bottleneck, List<Dossier>> wins = new EnumMap<>(Bottleneck.class);

    WinTransfer(Cycle cycle) {
        this.cycle = cycle;
        List<Dossier> promoted = cycle.inState(HypothesisState.PROMOTED);
        for (int i = promoted.size() - 1; i >= 0; i--) {
            Dossier win = promoted.get(i);
            List<Dossier> known = wins.computeIfAbsent(win.hypothesis().bottleneck(), ignored -> new ArrayList<>());
            if (known.size() < NEWEST) {
                known.add(win);
            }
        }
    }

    List<Idea> ideas(JobSpec job, Diagnosis diagnosis) {
        List<Idea> ideas = new ArrayList<>();
        Set<Change> offered = new HashSet<>();
        wins.forEach((bottleneck, known) -> {
            boolean isLost = bottleneck.kind() == Bottleneck.Kind.FINDING || diagnosis.wallSeconds(bottleneck) > 0;
            for (Dossier win : isLost ? known : List.<Dossier>of()) {
                if (isSibling(job, win.hypothesis())) {
                    Transfer.to(job, Transfer.template(win.hypothesis().change()))
                            .filter(offered::add)
                            .ifPresent(change -> ideas.add(idea(win, change)));
                }
            }
        });
        return ideas;
    }

    private boolean isSibling(JobSpec job, Hypothesis won) {
        return !won.family().equals(job.family())
                && cycle.view()
                        .family(won.family())
                        .map(Family::acceleratorType)
                        .filter(job.accelerators().type()::equals)
                        .isPresent();
    }

    private static Idea idea(Dossier win, Change change) {
        Hypothesis hypothesis = win.hypothesis();
        String source = "win:" + win.id();
        return new Idea(
                source,
                hypothesis.title() + " (won on " + hypothesis.family() + ")",
                hypothesis.bottleneck(),
                "config",
                List.of(),
                DISCOUNT * hypothesis.expectedFraction().orElse(DISCOUNT),
                "carry the promoted setting over",
                new Provenance(Provenance.Origin.DREAM, source),
                Optional.of(change));
    }
}
