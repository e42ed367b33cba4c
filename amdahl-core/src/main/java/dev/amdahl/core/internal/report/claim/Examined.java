package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the panel said of a claim, told as what it is: one examination of all pairs, how stable that is in subsets of them, who voted
 * beside it, and the facts that veto. Votes of an earlier version, of which none is on all pairs, are told as subsets alone.
 *
 * @param whole the vote on all pairs
 * @param subsets those on all pairs but a fifth
 * @param others those of plug-ins
 * @param vetoes hard facts
 */
public record Examined(Optional<Vote> whole, List<Vote> subsets, List<Vote> others, List<Vote> vetoes) {
    /** What {@link #brief} writes. */
    public static final String LEGEND =
            "+ no objection, - an objection, ? no judgement; on all pairs once, or in how many of their subsets";

    public Examined {
        subsets = List.copyOf(subsets);
        others = List.copyOf(others);
        vetoes = List.copyOf(vetoes);
    }

    /** Sorts the votes on one claim. */
    public static Examined of(List<Vote> votes) {
        Optional<Vote> whole = Optional.empty();
        List<Vote> subsets = new ArrayList<>();
        List<Vote> others = new ArrayList<>();
        List<Vote> vetoes = new ArrayList<>();
        for (Vote vote : votes) {
            if (vote.isVeto()) {
                vetoes.add(vote);
            } else if (vote.refuter().equals(Panel.EXAMINATION)) {
                whole = Optional.of(vote);
            } else {
                (vote.refuter().startsWith(Panel.SUBSET) ? subsets : others).add(vote);
            }
        }
        return new Examined(whole, subsets, others, vetoes);
    }

    /** Checks that had what they need and found nothing; empty where that was not recorded. */
    public List<String> looked() {
        return named(Vote::looked);
    }

    /** Checks that job and host could not supply. */
    public List<String> couldNotLook() {
        return named(Vote::notApplicable);
    }

    private List<String> named(Function<Vote, List<String>> checks) {
        List<Vote> asked = new ArrayList<>(whole.map(List::of).orElse(subsets));
        asked.addAll(others);
        return asked.stream()
                .flatMap(vote -> checks.apply(vote).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * In a cell: the mark of the examination, {@code +} for no objection, {@code -} for one, {@code ?} for no judgement; {@code once} or in
     * how many subsets it holds; a mark for each other refuter; vetoes.
     */
    public String brief() {
        List<String> parts = new ArrayList<>();
        whole.ifPresent(vote -> parts.add(ReportText.mark(vote.ballot())));
        if (!subsets.isEmpty()) {
            parts.add(agreeing() + "/" + subsets.size());
        } else if (whole.isPresent()) {
            parts.add("once");
        }
        StringBuilder marks = new StringBuilder();
        others.forEach(vote -> marks.append(ReportText.mark(vote.ballot())));
        if (!marks.isEmpty()) {
            parts.add(marks.toString());
        }
        if (!vetoes.isEmpty()) {
            parts.add(vetoes.size() == 1 ? "veto" : vetoes.size() + " vetoes");
        }
        return parts.isEmpty() ? "-" : String.join(" ", parts);
    }

    /** In a sentence; empty where nobody was asked. */
    public Optional<String> words() {
        List<String> said = new ArrayList<>();
        whole.ifPresent(vote -> said.add(subsets.isEmpty() ? once(vote.ballot()) : often(vote.ballot())));
        if (whole.isEmpty() && !subsets.isEmpty()) {
            said.add(count(subsets, Ballot.UPHOLDS) + " of " + subsets.size() + " overlapping subsets uphold");
        }
        if (!others.isEmpty()) {
            said.add(count(others, Ballot.UPHOLDS) + " of " + Plurals.of(others.size(), "other refuter") + " uphold");
        }
        vetoes.forEach(veto -> said.add("veto by " + veto.refuter().replace("facts:", "")));
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", said));
    }

    private static String once(Ballot ballot) {
        return "one examination, "
                + switch (ballot) {
                    case UPHOLDS -> "no objection";
                    case REFUTES -> "with an objection";
                    case ABSTAINS -> "which cannot judge";
                };
    }

    private String often(Ballot ballot) {
        String of = agreeing() + " of " + subsets.size() + " subsets";
        return switch (ballot) {
            case UPHOLDS -> "no objection, stable in " + of;
            case REFUTES -> "an objection, the same in " + of;
            case ABSTAINS -> "cannot be judged, objected to in " + of;
        };
    }

    /** Subsets that say what all pairs say; where those cannot judge, the ones that object. */
    private int agreeing() {
        boolean isUpheld = whole.map(Vote::ballot).orElse(Ballot.UPHOLDS) == Ballot.UPHOLDS;
        int refuting = count(subsets, Ballot.REFUTES);
        return whole.isEmpty() ? count(subsets, Ballot.UPHOLDS) : isUpheld ? subsets.size() - refuting : refuting;
    }

    private static int count(List<Vote> votes, Ballot ballot) {
        return (int) votes.stream().filter(vote -> vote.ballot() == ballot).count();
    }
}
