package dev.amdahl.core.refute;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.refute.PanelResult.Outcome;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The examination of a would-be win: the whole checklist on all pairs, the facts, and refuters of plug-ins beside them. Thread-safe where
 * the plug-ins are, and deterministic for the same evidence.
 *
 * <p>What is found on all pairs decides. From {@value #MIN_PAIRS_FOR_SUBSETS} pairs on it is made five times more, each time without
 * another fifth of them: a finding that does not hold in most of these subsets hangs on a few pairs, and more are asked for. So they are,
 * up to {@value #MIN_PAIRS_TO_REFUTE}, before what statistics say refutes a claim; facts refute at once. A plug-in can refute a claim, by
 * a majority of those who vote, and never be what makes it survive; of one that only advises nothing counts but a refutation.
 */
public final class Panel {
    /** The name of the vote on all pairs. */
    public static final String EXAMINATION = "examination";
    /** How the names of the votes on subsets begin. */
    public static final String SUBSET = "refuter-";
    /** Subsets of the pairs, each without another part of them. */
    public static final int SUBSETS = 5;
    /** Below it no pairs are left out. */
    public static final int MIN_PAIRS_FOR_SUBSETS = 15;
    /** Below it statistics ask for more pairs, and refute nothing. */
    public static final int MIN_PAIRS_TO_REFUTE = 24;

    private final List<Refuter> external;

    private Panel(List<Refuter> external) {
        this.external = List.copyOf(external);
    }

    /** Returns the built-in checks alone. */
    public static Panel standard() {
        return with(List.of());
    }

    /** Returns the built-in checks, and refuters that vote beside them. */
    public static Panel with(List<Refuter> external) {
        return new Panel(external);
    }

    /** Lets everybody examine the claim and counts. Blocks as long as the plug-ins do. */
    public PanelResult examine(Evidence evidence) {
        Sample all = Sample.of(evidence, trial -> true, evidence.seed());
        Examination whole = Examination.of(all, Checklist.STATISTICAL);
        Examination facts = new Examination(
                all,
                Checklist.FACTS.stream()
                        .map(fact -> Map.entry(fact.name(), fact.attempt(all)))
                        .toList());
        List<Vote> subsets = Subsets.votes(evidence, all);
        List<Vote> votes = new ArrayList<>();
        FailPoints.hit(FailPoint.PANEL_VOTING);
        List<Vote> silent = new ArrayList<>();
        List<Vote> others = new ArrayList<>();
        for (Refuter refuter : external) {
            Vote vote = vote(refuter, evidence);
            boolean counts = !refuter.isAdvisory() || vote.ballot() == Ballot.REFUTES;
            (counts ? others : silent).add(counts ? vote : silence(vote));
        }
        Judgement judgement = new Judgement(whole, facts, subsets, others);
        votes.add(judgement.vote());
        votes.addAll(subsets);
        votes.addAll(others);
        for (Map.Entry<String, Finding> fact : facts.findings()) {
            if (fact.getValue().isFired()) {
                votes.add(veto(fact.getKey(), fact.getValue()));
            }
        }
        votes.addAll(silent);
        return judgement.result(votes);
    }

    /** What the examinations and the votes beside them add up to. */
    private record Judgement(Examination whole, Examination facts, List<Vote> subsets, List<Vote> others) {

        PanelResult result(List<Vote> votes) {
            Outcome outcome = outcome();
            int pairs = whole.sample().size();
            return new PanelResult(
                    outcome,
                    votes,
                    pairs,
                    subsets.size() - refuting(subsets),
                    subsets.size(),
                    names(Finding.Outcome.CLEAR),
                    names(Finding.Outcome.NOT_APPLICABLE),
                    outcome == Outcome.UNSETTLED ? wanted(pairs) : 0,
                    reason(outcome, pairs));
        }

        /** Returns the vote on all pairs, with what all checks could look at, facts included. */
        Vote vote() {
            boolean isDoubted = whole.isClear() && facts.objection().isPresent() && !facts.isFired();
            Vote vote = (isDoubted ? facts : whole).vote(EXAMINATION);
            return new Vote(
                    EXAMINATION,
                    vote.ballot(),
                    false,
                    vote.ballot() == Ballot.UPHOLDS ? upheld() : vote.reason(),
                    vote.number(),
                    vote.threshold(),
                    names(Finding.Outcome.NOT_APPLICABLE),
                    names(Finding.Outcome.CLEAR));
        }

        private String upheld() {
            List<String> out = names(Finding.Outcome.RULED_OUT);
            return whole.said(names(Finding.Outcome.CLEAR).size())
                    + (out.isEmpty() ? "" : "; ruled out by how it was measured: " + String.join(", ", out));
        }

        private Outcome outcome() {
            if (facts.isFired() || others.stream().anyMatch(Judgement::isVeto)) {
                return Outcome.REFUTED;
            }
            if (facts.objection().isPresent() || whole.findings().isEmpty()) {
                return Outcome.UNSETTLED;
            }
            if (whole.isFired()) {
                boolean isShown = whole.sample().size() >= MIN_PAIRS_TO_REFUTE && isMost(refuting(subsets));
                return isShown ? Outcome.REFUTED : Outcome.UNSETTLED;
            }
            if (!whole.isClear() || isMost(refuting(subsets))) {
                return Outcome.UNSETTLED;
            }
            return refuting(subsets) + refuting(others) < SUBSETS - refuting(subsets) + upholding(others)
                    ? Outcome.SURVIVES
                    : Outcome.REFUTED;
        }

        private static boolean isVeto(Vote vote) {
            return vote.isVeto() && vote.ballot() == Ballot.REFUTES;
        }

        private static boolean isMost(int subsets) {
            return 2 * subsets > SUBSETS;
        }

        /** Returns those that make up for what is missing; to settle a suspicion, as many as may refute, or a third as many again. */
        private int wanted(int pairs) {
            boolean isMissing = !whole.isFired()
                    && whole.names(Finding.Outcome.UNSETTLED).isEmpty()
                    && Math.max(whole.wanted(), facts.wanted()) > 0;
            return isMissing
                    ? Math.max(whole.wanted(), facts.wanted())
                    : Math.max(MIN_PAIRS_TO_REFUTE - pairs, (pairs + 2) / 3);
        }

        private List<String> names(Finding.Outcome outcome) {
            Set<String> names = new LinkedHashSet<>(whole.names(outcome));
            names.addAll(facts.names(outcome));
            return List.copyOf(names);
        }

        private String reason(Outcome outcome, int pairs) {
            return switch (outcome) {
                case SURVIVES ->
                    subsets.isEmpty()
                            ? "one examination of " + pairs + " pairs objects to nothing"
                            : "no objection on " + pairs + " pairs, " + stability();
                case REFUTED -> refutation(pairs);
                case UNSETTLED -> objection(pairs);
            };
        }

        private String stability() {
            return "stable in " + (SUBSETS - refuting(subsets)) + " of " + SUBSETS + " subsets";
        }

        private String refutation(int pairs) {
            Optional<Map.Entry<String, Finding>> fact = facts.objection();
            if (facts.isFired()) {
                return "vetoed by facts:" + fact.orElseThrow().getKey() + ": "
                        + fact.orElseThrow().getValue().reason();
            }
            Optional<Vote> veto = others.stream().filter(Judgement::isVeto).findFirst();
            if (veto.isPresent()) {
                return "vetoed by " + veto.get().refuter() + ": " + veto.get().reason();
            }
            if (whole.isFired()) {
                return said(whole) + " (on all " + pairs + " pairs, and in " + refuting(subsets) + " of " + SUBSETS
                        + " subsets)";
            }
            String against = others.stream()
                    .filter(vote -> vote.ballot() == Ballot.REFUTES)
                    .findFirst()
                    .map(vote -> "; " + vote.refuter() + ": " + vote.reason())
                    .orElse("");
            return "no majority of the refuters upholds it" + against;
        }

        private String objection(int pairs) {
            Examination doubted = facts.objection().isPresent() ? facts : whole;
            String what = doubted.objection().isPresent()
                    ? said(doubted)
                    : whole.findings().isEmpty() ? "too few pairs" : stability();
            return "cannot be judged by " + pairs + " pairs: " + what;
        }

        private static String said(Examination examination) {
            Map.Entry<String, Finding> objection = examination.objection().orElseThrow();
            boolean isNamed = objection.getValue().outcome() == Finding.Outcome.MISSING;
            return (isNamed ? "" : objection.getKey() + ": ")
                    + objection.getValue().reason();
        }

        private static int upholding(List<Vote> votes) {
            return (int) votes.stream()
                    .filter(vote -> vote.ballot() == Ballot.UPHOLDS)
                    .count();
        }

        private static int refuting(List<Vote> votes) {
            return (int) votes.stream()
                    .filter(vote -> vote.ballot() == Ballot.REFUTES)
                    .count();
        }
    }

    /** Returns what an advisory refuter says beside a refutation is kept, and is no vote. */
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

    private static Vote veto(String fact, Finding finding) {
        return new Vote(
                "facts:" + fact,
                Ballot.REFUTES,
                true,
                finding.reason(),
                finding.number(),
                finding.threshold(),
                List.of());
    }

    private static Vote vote(Refuter refuter, Evidence evidence) {
        Vote vote = examined(refuter, evidence);
        FailPoints.hit(FailPoint.PANEL_VOTING);
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
