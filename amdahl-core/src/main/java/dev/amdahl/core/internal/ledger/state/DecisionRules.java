package dev.amdahl.core.internal.ledger.state;

import static dev.amdahl.core.internal.ledger.state.HypothesisRules.require;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.Answered;
import dev.amdahl.core.ledger.entry.Entry.Decided;
import dev.amdahl.core.ledger.entry.Entry.Held;
import dev.amdahl.core.ledger.entry.Entry.ReviewAsked;
import dev.amdahl.core.ledger.entry.Entry.ReviewerAdmitted;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.FamilyContext;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** How hypotheses end: nothing closes without its four parts, nothing is promoted without a person's yes to this evidence. */
final class DecisionRules {
    /** Ends that measure nothing. */
    private static final Set<HypothesisState> WITHOUT_EVIDENCE =
            EnumSet.of(HypothesisState.CANCELLED, HypothesisState.EXPIRED);

    private DecisionRules() {}

    static void decided(StateBuilder draft, Decided entry) {
        Verdict verdict = entry.verdict();
        HypothesisState to = verdict.state();
        Dossier dossier =
                HypothesisRules.dossier(draft, entry, verdict.hypothesis().id());
        require(to.isTerminal(), entry, to + " is no end");
        require(verdict.hypothesis().equals(dossier.hypothesis()), entry, "the verdict is on another hypothesis");
        require(
                !verdict.evidence().isEmpty() || WITHOUT_EVIDENCE.contains(to),
                entry,
                "a verdict of " + to + " names its evidence");
        if (to == HypothesisState.FOUND) {
            require(dossier.hypothesis().isPlanted(), entry, "nobody has planted it");
            requireExamined(entry, dossier);
        }
        if (to == HypothesisState.PROMOTED) {
            requireExamined(entry, dossier);
            requireApproved(entry, dossier);
        }
        if (to == HypothesisState.DECLINED) {
            require(dossier.review().isPresent(), entry, "nobody has answered");
        }
        HypothesisRules.move(draft, entry, dossier, to, verdict.reason());
        Dossier moved = HypothesisRules.dossier(draft, entry, dossier.id());
        draft.put(HypothesisRules.with(moved).verdict(verdict).build());
        updateIncumbent(
                draft,
                entry,
                dossier.hypothesis().family(),
                dossier.hypothesis().fingerprint(),
                to);
    }

    static void requireExamined(Entry entry, Dossier dossier) {
        require(dossier.comparison().isPresent(), entry, "no comparison is recorded");
        require(!dossier.votes().isEmpty(), entry, "no vote of a refuter is recorded");
    }

    private static void requireApproved(Entry entry, Dossier dossier) {
        Optional<Review> review = dossier.review();
        require(review.filter(Review::isApproved).isPresent(), entry, "nobody has approved it");
        require(
                review.map(Review::evidenceHead)
                        .filter(dossier.evidenceHead()::equals)
                        .isPresent(),
                entry,
                "the approval is for other evidence");
    }

    private static void updateIncumbent(
            StateBuilder draft, Entry entry, String name, Fingerprint fingerprint, HypothesisState to) {
        if (to != HypothesisState.PROMOTED && to != HypothesisState.DECAYED) {
            return;
        }
        Family family = FamilyRules.family(draft, entry, name);
        Stream<Fingerprint> others = family.incumbent().stream().filter(known -> !known.equals(fingerprint));
        List<Fingerprint> incumbent = to == HypothesisState.PROMOTED
                ? Stream.concat(others, Stream.of(fingerprint)).toList()
                : others.toList();
        FamilyContext context = family.context().baseline(draft.at(), to == HypothesisState.DECAYED);
        draft.put(
                to == HypothesisState.DECAYED
                        ? family.unmeasured(family.acceleratorType(), family.epoch(), context)
                                .incumbent(incumbent, context)
                        : family.incumbent(incumbent, context));
    }

    static void reviewAsked(StateBuilder draft, ReviewAsked entry) {
        require(
                entry.evidenceHead().matches("[0-9a-f]{64}"),
                entry,
                "'" + entry.evidenceHead() + "' is not a head hash");
        Dossier dossier = HypothesisRules.dossier(draft, entry, entry.hypothesis());
        HypothesisRules.move(draft, entry, dossier, HypothesisState.IN_REVIEW, "waits for a person");
        BudgetRules.reserveReview(draft, dossier.id());
        Dossier moved = HypothesisRules.dossier(draft, entry, entry.hypothesis());
        draft.put(HypothesisRules.with(moved).asked(entry.evidenceHead()).build());
    }

    static void held(StateBuilder draft, Held entry) {
        Dossier dossier = HypothesisRules.dossier(draft, entry, entry.hypothesis());
        HypothesisState state = dossier.state();
        require(
                state == HypothesisState.SURVIVED || state == HypothesisState.IN_REVIEW,
                entry,
                "is " + state + " and waits for no promotion");
        require(!entry.reason().isBlank(), entry, "does not say why");
        draft.put(HypothesisRules.with(dossier)
                .state(state, entry.reason(), dossier.movedAt())
                .build());
    }

    static void answered(StateBuilder draft, Answered entry) {
        Review review = entry.review();
        Dossier dossier = HypothesisRules.dossier(draft, entry, review.id());
        require(dossier.state() == HypothesisState.IN_REVIEW, entry, "is " + dossier.state() + ", not in review");
        require(
                review.evidenceHead().equals(dossier.evidenceHead()),
                entry,
                "was given for other evidence than what is asked");
        require(!review.by().isBlank(), entry, "does not say who");
        draft.put(HypothesisRules.with(dossier).review(review).build());
    }

    static void reviewerAdmitted(StateBuilder draft, ReviewerAdmitted entry) {
        require(draft.reviewerKey(entry.name()).isEmpty(), entry, "has a key already");
        require(!entry.publicKey().isBlank(), entry, "no key");
        draft.put(entry);
    }
}
