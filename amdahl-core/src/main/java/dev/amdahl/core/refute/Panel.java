package dev.amdahl.core.refute;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Finding.Outcome;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Five refuters by folds, plug-in refuters beside them, and the facts. Thread-safe where the plug-ins are, and deterministic for
 * the same evidence.
 *
 * <p>Each built-in refuter makes the whole checklist on all pairs but its fold, so a trap that a single check can see still meets
 * a majority. A claim survives if more than half of all refuters, and of the built-in ones, uphold it and no fact vetoes it: a
 * plug-in can refute, but never be what makes a claim survive. Of a plug-in that only advises nothing counts but a refutation.
 */
public final class Panel {
    /** Built-in refuters. */
    public static final int SIZE = 5;
    /** Below it every refuter sees all pairs. */
    public static final int FEWEST_PAIRS_FOR_FOLDS = 15;

    private final List<Refuter> builtIn;
    private final List<Refuter> external;

    private Panel(List<Refuter> builtIn, List<Refuter> external) {
        this.builtIn = List.copyOf(builtIn);
        this.external = List.copyOf(external);
    }

    /** The built-in refuters alone. */
    public static Panel standard() {
        return with(List.of());
    }

    /** The built-in refuters and others that vote beside them. */
    public static Panel with(List<Refuter> external) {
        return new Panel(
                IntStream.range(0, SIZE)
                        .<Refuter>mapToObj(fold -> new FoldRefuter(fold, SIZE, Checklist.STATISTICAL))
                        .toList(),
                external);
    }

    static Panel of(List<Refuter> builtIn) {
        return new Panel(builtIn, List.of());
    }

    /** The built-in refuters, each usable alone. */
    public List<Refuter> refuters() {
        return builtIn;
    }

    /** Lets everybody examine the claim and counts. Blocks as long as the plug-ins do. */
    public PanelResult examine(Evidence evidence) {
        List<Vote> own =
                builtIn.stream().map(refuter -> vote(refuter, evidence)).toList();
        List<Vote> votes = new ArrayList<>(own);
        List<Vote> silent = new ArrayList<>();
        for (Refuter refuter : external) {
            Vote vote = vote(refuter, evidence);
            boolean counts = !refuter.isAdvisory() || vote.ballot() == Ballot.REFUTES;
            (counts ? votes : silent).add(counts ? vote : silence(vote));
        }
        int refuters = votes.size();
        Set<String> notApplicable = new LinkedHashSet<>();
        votes.forEach(vote -> notApplicable.addAll(vote.notApplicable()));
        Sample all = Sample.of(evidence, trial -> true, evidence.seed());
        for (Check fact : Checklist.FACTS) {
            Finding finding = fact.attempt(all);
            if (finding.isFired() || finding.outcome() == Outcome.MISSING) {
                votes.add(veto(fact, finding));
            } else if (finding.outcome() == Outcome.NOT_APPLICABLE) {
                notApplicable.add(fact.name());
            }
        }
        boolean majority = isMajority(own) && isMajority(votes.subList(0, refuters));
        return result(votes, refuters, majority, List.copyOf(notApplicable)).and(silent);
    }

    /** What an advisory refuter says beside a refutation is kept, and is no vote. */
    private static Vote silence(Vote vote) {
        return new Vote(
                vote.refuter(),
                Ballot.ABSTAINS,
                false,
                vote.reason(),
                vote.number(),
                vote.threshold(),
                vote.notApplicable());
    }

    private static PanelResult result(List<Vote> votes, int refuters, boolean majority, List<String> notApplicable) {
        List<Vote> vetoes = votes.stream()
                .filter(vote -> vote.isVeto() && vote.ballot() == Ballot.REFUTES)
                .toList();
        int upholds = upholds(votes.subList(0, refuters));
        String reason = upholds + " of " + refuters + " refuters uphold";
        if (!vetoes.isEmpty()) {
            reason = "vetoed by " + vetoes.get(0).refuter() + ": "
                    + vetoes.get(0).reason();
        } else if (!majority) {
            reason += firstAgainst(votes);
        }
        if (isUnanimousByConstruction(votes)) {
            reason += " (unanimous by construction)";
        }
        return new PanelResult(
                votes, !vetoes.isEmpty(), upholds, refuters, majority && vetoes.isEmpty(), notApplicable, reason);
    }

    private static String firstAgainst(List<Vote> votes) {
        return votes.stream()
                .filter(vote -> vote.ballot() != Ballot.UPHOLDS)
                .findFirst()
                .map(vote -> "; " + vote.refuter() + ": " + vote.reason())
                .orElse("");
    }

    private static boolean isUnanimousByConstruction(List<Vote> votes) {
        return votes.stream().anyMatch(vote -> vote.reason().startsWith(FoldRefuter.UNANIMOUS));
    }

    private static boolean isMajority(List<Vote> votes) {
        return 2 * upholds(votes) > votes.size();
    }

    private static int upholds(List<Vote> votes) {
        return (int)
                votes.stream().filter(vote -> vote.ballot() == Ballot.UPHOLDS).count();
    }

    private static Vote veto(Check fact, Finding finding) {
        return new Vote(
                "facts:" + fact.name(),
                Ballot.REFUTES,
                true,
                finding.reason(),
                finding.number(),
                finding.threshold(),
                List.of());
    }

    private static Vote vote(Refuter refuter, Evidence evidence) {
        Vote vote = examined(refuter, evidence);
        FailPoints.hit(FailPoint.V6);
        return vote;
    }

    private static Vote examined(Refuter refuter, Evidence evidence) {
        try {
            return Objects.requireNonNull(refuter.examine(evidence), "it returned no vote");
        } catch (Exception failure) {
            return new Vote(
                    refuter.name(),
                    Ballot.ABSTAINS,
                    false,
                    "could not examine: " + failure,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    List.of());
        }
    }
}
