package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What was promoted on one family, offered to siblings with a discounted prior: the same accelerator type, seconds of the same class, and
 * a lever for the same thing, or source that the patch applies to or merges with. Of many wins of a class the newest count, and each change
 * once. It is a hypothesis of its own there: nobody answers for its patch, and it is built, tested and proved anew. Not thread-safe.
 */
final class WinTransfer {
    private static final String SOURCE = "win:";
    private static final String WON_ON = " (won on ";
    private static final double DISCOUNT = .5;
    private static final int NEWEST = 64;
    /** Patches that a dream tries on the source of one job. */
    private static final int MAX_PATCHES = 8;

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
        int[] patches = {0};
        wins.forEach((bottleneck, known) -> {
            boolean isLost = bottleneck.kind() == Bottleneck.Kind.FINDING || diagnosis.wallSeconds(bottleneck) > 0;
            for (Dossier win : isLost ? known : List.<Dossier>of()) {
                Change change = win.hypothesis().change();
                boolean isPatch = change instanceof PatchChange;
                if (isSibling(job, win.hypothesis())
                        && (!isPatch || (isUntried(job, win) && patches[0]++ < MAX_PATCHES))) {
                    (isPatch
                                    ? rebased(job, win.hypothesis().family(), (PatchChange) change)
                                    : Transfer.to(job, RecipeTemplate.of(change)))
                            .filter(offered::add)
                            .ifPresent(own -> ideas.add(idea(win, own)));
                }
            }
        });
        return ideas;
    }

    private boolean isUntried(JobSpec job, Dossier win) {
        return cycle.setup().builder().isPresent()
                && job.source().isPresent()
                && cycle.view().bySource(job.family(), source(win)).isEmpty();
    }

    private Optional<Change> rebased(JobSpec job, String family, PatchChange patch) {
        SourceTree onto = job.source().orElseThrow();
        SourceTree from = cycle.setup().job(family).flatMap(JobSpec::source).orElse(onto);
        try {
            return cycle.setup()
                    .builder()
                    .orElseThrow()
                    .rebased(from, patch, onto)
                    .map(Change.class::cast);
        } catch (AmdahlException failed) {
            cycle.note(job.family() + ": the promoted patch of " + family + " cannot be tried: " + failed.getMessage());
            return Optional.empty();
        }
    }

    private boolean isSibling(JobSpec job, Hypothesis won) {
        return !won.family().equals(job.family())
                && cycle.view()
                        .family(won.family())
                        .map(Family::acceleratorType)
                        .filter(job.accelerators().type()::equals)
                        .isPresent();
    }

    private static String source(Dossier win) {
        return SOURCE + win.id();
    }

    /** By what it has saved of the seconds of its class there, and by what was expected where that cannot be told. */
    private double fraction(Dossier win) {
        OptionalDouble ratio = win.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        OptionalDouble share = cycle.view()
                .family(win.hypothesis().family())
                .flatMap(Family::diagnosis)
                .map(diagnosis -> diagnosis.wallShare(win.hypothesis().addressed()))
                .orElse(OptionalDouble.empty());
        boolean isMeasured = ratio.isPresent() && ratio.getAsDouble() < 1 && share.orElse(0) > 0;
        return isMeasured
                ? Math.min(1, (1 - ratio.getAsDouble()) / share.getAsDouble())
                : win.hypothesis().expectedFraction().orElse(DISCOUNT);
    }

    /** What was carried over before keeps its first name. */
    private static String title(Hypothesis won) {
        int before = won.provenance().source().startsWith(SOURCE) ? won.title().indexOf(WON_ON) : -1;
        return (before < 0 ? won.title() : won.title().substring(0, before)) + WON_ON + won.family() + ")";
    }

    private Idea idea(Dossier win, Change change) {
        Hypothesis hypothesis = win.hypothesis();
        String summary = !change.needsBuild()
                ? "carry the promoted setting over"
                : change.equals(hypothesis.change())
                        ? "carry the promoted patch over as it is"
                        : "carry the promoted patch over, merged with what is different here";
        return new Idea(
                source(win),
                title(hypothesis),
                hypothesis.bottleneck(),
                change.needsBuild() ? "code" : "config",
                List.of(),
                DISCOUNT * fraction(win),
                summary,
                new Provenance(Provenance.Origin.DREAM, source(win)),
                Optional.of(change));
    }
}
