package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the ledger holds, as advice needs it: verdicts by family, class and idea. Immutable. */
final class Records {
    private static final int MAX_PAST = 3;

    private final List<Dossier> dossiers;
    private final Function<Dossier, String> approval;
    private final Map<Bottleneck, int[]> tallies = new LinkedHashMap<>();

    /**
     * @param dossiers in order of proposal
     * @param approval the command that approves a win
     */
    Records(List<Dossier> dossiers, Function<Dossier, String> approval) {
        this.dossiers = List.copyOf(dossiers);
        this.approval = approval;
        for (Dossier dossier : dossiers) {
            int[] tally = tallies.computeIfAbsent(dossier.hypothesis().bottleneck(), ignored -> new int[2]);
            boolean isWon = LedgerQuery.WON.contains(dossier.state());
            boolean isDecided =
                    dossier.experiment().isPresent() && !dossier.state().isInExperiment();
            tally[0] += isDecided && isWon ? 1 : 0;
            tally[1] += isDecided ? 1 : 0;
        }
    }

    /** Returns the command that approves a win. */
    String approval(Dossier won) {
        return approval.apply(won);
    }

    /** Returns how hypotheses of a class fared in the whole ledger. */
    WinRate winRate(Bottleneck bottleneck) {
        int[] tally = tallies.getOrDefault(bottleneck, new int[2]);
        return new WinRate(tally[0], tally[1]);
    }

    /** Returns those of a family in these states, newest first. */
    List<Dossier> here(String family, Predicate<HypothesisState> state) {
        List<Dossier> found = new ArrayList<>();
        for (Dossier dossier : dossiers) {
            if (dossier.hypothesis().family().equals(family) && state.test(dossier.state())) {
                found.add(0, dossier);
            }
        }
        return found;
    }

    /** Wins of other families, newest first. */
    List<Dossier> elsewhere(String family) {
        List<Dossier> found = new ArrayList<>();
        for (Dossier dossier : dossiers) {
            if (!dossier.hypothesis().family().equals(family) && LedgerQuery.WON.contains(dossier.state())) {
                found.add(0, dossier);
            }
        }
        return found;
    }

    /** Returns whether a family has tried this change, or another that carries out this idea, whatever came of it. */
    boolean isTried(String family, Predicate<Dossier> same) {
        return dossiers.stream()
                .anyMatch(dossier -> dossier.hypothesis().family().equals(family) && same.test(dossier));
    }

    /** Verdicts of an idea or a change, then others of its class; those of the family first, then the newest. */
    List<PastVerdict> past(String family, Bottleneck bottleneck, Predicate<Dossier> same) {
        return dossiers.stream()
                .filter(dossier -> dossier.state().isTerminal() || LedgerQuery.WON.contains(dossier.state()))
                .filter(dossier ->
                        same.test(dossier) || dossier.hypothesis().addresses().contains(bottleneck))
                .sorted(Comparator.comparing((Dossier dossier) -> !same.test(dossier))
                        .thenComparing(dossier -> !dossier.hypothesis().family().equals(family))
                        .thenComparing(Comparator.comparing(Dossier::movedAt).reversed())
                        .thenComparing(Dossier::id))
                .limit(MAX_PAST)
                .map(dossier -> PastVerdict.of(dossier, family))
                .toList();
    }

    /** Returns whether a hypothesis carries out an idea. */
    static Predicate<Dossier> carriesOut(String idea) {
        return dossier -> dossier.hypothesis().provenance().source().equals(idea);
    }

    /** Returns whether a hypothesis sets the same levers to the same values, or has the same patch. */
    static Predicate<Dossier> does(Change change) {
        if (change instanceof PatchChange) {
            return dossier -> dossier.hypothesis().change().equals(change);
        }
        String wanted = words(change);
        return dossier -> words(dossier.hypothesis().change()).equals(wanted);
    }

    /** Returns a change in words: what is set to what, or which files are patched. */
    static String words(Change change) {
        if (change instanceof PatchChange patch) {
            return "patch of " + String.join(", ", patch.paths());
        }
        return ((ConfigChange) change)
                .settings().stream().map(Records::words).sorted().collect(Collectors.joining(", "));
    }

    private static String words(LeverSetting setting) {
        String to = setting.to().isEmpty() ? "(empty)" : setting.to();
        if (setting.target() instanceof LeverSetting.Environment environment) {
            return environment.variable() + "=" + to;
        }
        if (setting.target() instanceof LeverSetting.AcceleratorCount) {
            return to + " accelerators";
        }
        return setting.lever() + " = " + to;
    }
}
