package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Provenance.Maturity;
import dev.amdahl.spi.hypothesis.Rationale;
import dev.amdahl.spi.hypothesis.Workbench;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Offers two patches of a job that each won, and that change different places, as one, once: only one of them can be promoted by itself where
 * both touch a file. Git merges them; the patch that comes of it is tested, attacked and reviewed like any other.
 */
final class Recombination {
    private static final String BOTH = "both:";
    private static final Set<HypothesisState> WAITS = EnumSet.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW);
    /** Of a file before or after; one that does not exist has none. */
    private static final Pattern NAME = Pattern.compile("(--- a|\\+\\+\\+ b)/.*");

    private static final Pattern HUNK = Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? .*");

    private final Cycle cycle;

    Recombination(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Offers a pair of wins that wait for a person, one pair at a time; what had a part promoted by itself ends. */
    void propose(JobSpec job, Measurements measured) {
        boolean isDreaming = cycle.policy().dream().perDream() > 0;
        if (!isDreaming || job.source().isEmpty() || cycle.setup().builder().isEmpty()) {
            return;
        }
        List<Dossier> merged = new ArrayList<>();
        List<Dossier> wins = new ArrayList<>();
        for (Dossier dossier : cycle.view().live()) {
            if (dossier.hypothesis().family().equals(job.family())
                    && dossier.hypothesis().change() instanceof PatchChange) {
                if (!parts(dossier).isEmpty()) {
                    merged.add(dossier);
                }
                if (WAITS.contains(dossier.state())) {
                    wins.add(dossier);
                }
            }
        }
        for (Dossier both : merged) {
            wins.removeIf(win -> parts(both).contains(win.id()));
            if (both.state() == HypothesisState.PROPOSED && hasPromotedPart(both)) {
                cycle.decide(
                        both, HypothesisState.EXPIRED, "not measured", "a part of it was promoted by itself meanwhile");
            }
        }
        boolean isOneOpen = merged.stream().anyMatch(both -> both.state().isOpen() && !WAITS.contains(both.state()));
        for (int i = 0; !isOneOpen && i < wins.size(); i++) {
            for (int j = i + 1; !isOneOpen && j < wins.size(); j++) {
                isOneOpen = offer(job, measured, wins.get(i), wins.get(j));
            }
        }
    }

    /** Returns the ids of what it merges; none for any other. */
    private static List<String> parts(Dossier dossier) {
        Provenance provenance = dossier.hypothesis().provenance();
        String source = provenance.source();
        return provenance.origin() == Provenance.Origin.DREAM && source.startsWith(BOTH)
                ? List.of(source.substring(BOTH.length()).split("\\+", -1))
                : List.of();
    }

    private boolean hasPromotedPart(Dossier both) {
        return parts(both).stream()
                .flatMap(id -> cycle.view().dossier(id).stream())
                .anyMatch(part -> part.state() == HypothesisState.PROMOTED);
    }

    /** Returns whether the two were offered as one. */
    private boolean offer(JobSpec job, Measurements measured, Dossier first, Dossier second) {
        String source = BOTH + first.id() + "+" + second.id();
        PatchChange one = (PatchChange) first.hypothesis().change();
        PatchChange other = (PatchChange) second.hypothesis().change();
        if (!cycle.view().bySource(job.family(), source).isEmpty() || overlap(one, other)) {
            return false;
        }
        Optional<PatchChange> merged = merged(job, one, other);
        if (merged.isEmpty()) {
            return false;
        }
        Proposal proposal = proposal(first.hypothesis(), second.hypothesis(), merged.get(), source);
        Hypothesis hypothesis =
                new Identity(cycle, job).of(proposal, measured.diagnosis().orElse(Diagnoses.unknown(job.family())));
        boolean isNew = cycle.view().standings(hypothesis.fingerprint()).isEmpty();
        if (isNew) {
            new Hypothesize(cycle).enter(job, measured, hypothesis, Optional.empty(), proposal.rationale());
        }
        return isNew;
    }

    private Optional<PatchChange> merged(JobSpec job, PatchChange one, PatchChange other) {
        try {
            Optional<Workbench> place = cycle.setup().builder().flatMap(builder -> builder.workbench(job));
            if (place.isEmpty()) {
                return Optional.empty();
            }
            try (Workbench bench = place.get()) {
                for (PatchChange patch : List.of(one, other)) {
                    Workbench.Answer applied = bench.apply(patch.diff());
                    if (!applied.isDone()) {
                        cycle.note(job.family() + ": two wins cannot be merged: " + applied.text());
                        return Optional.empty();
                    }
                }
                List<String> paths = Stream.concat(one.paths().stream(), other.paths().stream())
                        .distinct()
                        .toList();
                Workbench.Answer diff = bench.diff();
                return diff.isDone() ? Optional.of(new PatchChange(diff.text(), paths)) : Optional.empty();
            }
        } catch (UnavailableException noPlace) {
            cycle.note(job.family() + ": two wins are not merged: " + noPlace.getMessage());
            return Optional.empty();
        }
    }

    private static Proposal proposal(Hypothesis first, Hypothesis second, PatchChange change, String source) {
        List<Bottleneck> addresses = Stream.concat(first.addresses().stream(), second.addresses().stream())
                .distinct()
                .toList();
        boolean isExperimental =
                first.provenance().isExperimental() || second.provenance().isExperimental();
        return new Proposal(
                "both '" + first.title() + "' and '" + second.title() + "'",
                addresses,
                change,
                both(first.expectedFraction(), second.expectedFraction()),
                new Provenance(
                        Provenance.Origin.DREAM, source, isExperimental ? Maturity.EXPERIMENTAL : Maturity.ESTABLISHED),
                Optional.of(new Rationale(
                        "each of " + first.id() + " and " + second.id()
                                + " won by itself, and they change different places",
                        "one may leave nothing for the other to save",
                        List.of(first.id(), second.id()))));
    }

    /** Returns what two changes remove of which neither leaves out what the other takes; empty where one does not say. */
    private static OptionalDouble both(OptionalDouble first, OptionalDouble second) {
        return first.isPresent() && second.isPresent()
                ? OptionalDouble.of(1 - (1 - first.getAsDouble()) * (1 - second.getAsDouble()))
                : OptionalDouble.empty();
    }

    /** Returns whether hunks of both, with the lines around them, meet in a file. */
    static boolean overlap(PatchChange one, PatchChange other) {
        Map<String, List<Lines>> places = hunks(one.diff());
        return hunks(other.diff()).entrySet().stream()
                .anyMatch(file -> file.getValue().stream()
                        .anyMatch(lines -> places.getOrDefault(file.getKey(), List.of()).stream()
                                .anyMatch(lines::meet)));
    }

    private record Lines(int first, int last) {
        boolean meet(Lines other) {
            return first <= other.last && other.first <= last;
        }
    }

    private static Map<String, List<Lines>> hunks(String diff) {
        Map<String, List<Lines>> hunks = new HashMap<>();
        String file = "";
        for (String line : diff.lines().toList()) {
            Matcher hunk = HUNK.matcher(line);
            if (NAME.matcher(line).matches()) {
                file = line.substring(line.indexOf('/'));
            } else if (hunk.matches()) {
                int first = Integer.parseInt(hunk.group(1));
                int lines = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
                hunks.computeIfAbsent(file, none -> new ArrayList<>())
                        .add(new Lines(first, first + Math.max(1, lines) - 1));
            }
        }
        return hunks;
    }
}
