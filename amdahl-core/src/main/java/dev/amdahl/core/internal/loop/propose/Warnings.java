package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was caught on changes: refuted, slower, or decayed after it was promoted. Of the job itself, and of others against the classes that
 * it loses seconds to; the newest of a bounded number of families, those on the same accelerators first. What was slower elsewhere warns
 * on the same accelerators alone.
 */
final class Warnings {
    private static final int MAX_FAMILIES = 32;
    private static final int NEWEST = 32;
    private static final int MAX_LINES = 12;
    private static final int MAX_LINE = 300;
    private static final Set<HypothesisState> CAUGHT =
            EnumSet.of(HypothesisState.REFUTED, HypothesisState.REGRESSION, HypothesisState.DECAYED);
    private static final Comparator<Dossier> NEWEST_FIRST =
            Comparator.comparing(Dossier::movedAt).reversed().thenComparing(Dossier::id);

    private Warnings() {}

    /** One line for each change and what caught it, the job's own first, then the newest. */
    static List<String> of(LedgerView view, JobSpec job, List<Dossier> own, Set<Bottleneck> lost) {
        Stream<Dossier> here = own.stream().filter(Warnings::isCaught).sorted(NEWEST_FIRST);
        Stream<Dossier> elsewhere = view.families().stream()
                .filter(family -> !family.name().equals(job.family()))
                .sorted(Comparator.comparing((Family family) ->
                        !family.acceleratorType().equals(job.accelerators().type())))
                .limit(MAX_FAMILIES)
                .flatMap(family -> view.recent(family.name(), NEWEST).stream()
                        .filter(dossier -> dossier.state() != HypothesisState.REGRESSION
                                || family.acceleratorType()
                                        .equals(job.accelerators().type())))
                .filter(dossier -> isCaught(dossier)
                        && dossier.hypothesis().addresses().stream().anyMatch(lost::contains))
                .sorted(NEWEST_FIRST);
        Map<String, List<Dossier>> same = new LinkedHashMap<>();
        Stream.concat(here, elsewhere)
                .forEach(dossier -> same.computeIfAbsent(
                                what(dossier.hypothesis()) + " " + catcher(dossier), ignored -> new ArrayList<>())
                        .add(dossier));
        return same.values().stream().limit(MAX_LINES).map(Warnings::line).toList();
    }

    private static boolean isCaught(Dossier dossier) {
        return CAUGHT.contains(dossier.state()) && !dossier.hypothesis().isPlanted();
    }

    private static String line(List<Dossier> same) {
        Dossier newest = same.get(0);
        List<String> families = same.stream()
                .map(dossier -> dossier.hypothesis().family())
                .distinct()
                .toList();
        String where = families.get(0) + (families.size() == 1 ? "" : " and " + (families.size() - 1) + " more");
        String line = what(newest.hypothesis()) + ", against "
                + newest.hypothesis().bottleneck() + " on " + where + ": " + catcher(newest) + ": " + reason(newest);
        String clean = line.replaceAll("\\p{Cntrl}+", " ");
        return clean.length() <= MAX_LINE ? clean : clean.substring(0, MAX_LINE) + "...";
    }

    /** A patch by its title, for that says what it is about. */
    private static String what(Hypothesis hypothesis) {
        return hypothesis.change() instanceof ConfigChange config
                ? config.settings().stream()
                        .map(setting -> setting.lever() + " -> " + setting.to())
                        .collect(Collectors.joining(", "))
                : hypothesis.title() + " (patch of " + String.join(", ", ((PatchChange) hypothesis.change()).paths())
                        + ")";
    }

    private static String catcher(Dossier dossier) {
        return refutation(dossier)
                .map(vote -> "refuted by " + vote.refuter())
                .findFirst()
                .orElse(dossier.state().name());
    }

    private static String reason(Dossier dossier) {
        return refutation(dossier).map(Vote::reason).findFirst().orElse(dossier.reason());
    }

    /** Hard facts first. */
    private static Stream<Vote> refutation(Dossier dossier) {
        return dossier.state() == HypothesisState.REFUTED
                ? dossier.votes().stream()
                        .filter(vote -> vote.ballot() == Vote.Ballot.REFUTES)
                        .sorted(Comparator.comparing((Vote vote) -> !vote.isVeto()))
                : Stream.empty();
    }
}
