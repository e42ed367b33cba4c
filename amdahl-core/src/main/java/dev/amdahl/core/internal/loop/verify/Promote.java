package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.screen.ContextChange;
import dev.amdahl.core.internal.loop.watch.PromotionRecheck;
import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks people about what survived, and carries out what they answer; nothing is promoted without an answer. Stateless. */
public final class Promote {

    /** Asks for new survivors, then takes answers. */
    public void run(Cycle cycle) {
        PromotionGate gate = cycle.setup().gate();
        cycle.isolated("promote", () -> admit(cycle, gate));
        for (Dossier dossier : cycle.inState(HypothesisState.SURVIVED)) {
            cycle.isolated(dossier, () -> {
                if (!isHeld(cycle, dossier) && !isTooMuch(cycle, dossier)) {
                    requestReview(cycle, gate, dossier);
                }
            });
        }
        for (Dossier dossier : cycle.inState(HypothesisState.IN_REVIEW)) {
            if (Reconfirmation.isOutdated(cycle, dossier)) {
                cycle.isolated(dossier, () -> cycle.commit(Reconfirmation.reopen(cycle, dossier)));
            }
        }
        for (Dossier waiting : cycle.inState(HypothesisState.IN_REVIEW)) {
            cycle.isolated(waiting, () -> takeAnswer(cycle, gate, waiting));
        }
    }

    private static void requestReview(Cycle cycle, PromotionGate gate, Dossier dossier) {
        String head = cycle.view().head();
        if (!Reconfirmation.isOutdated(cycle, dossier)) {
            gate.request(Packet.of(cycle, dossier, head));
        }
        FailPoints.hit(FailPoint.REVIEW_REQUESTED);
        cycle.commit(new Entry.ReviewAsked(dossier.id(), head));
    }

    private static void takeAnswer(Cycle cycle, PromotionGate gate, Dossier waiting) {
        Dossier dossier = cycle.view().dossier(waiting.id()).orElse(waiting);
        Optional<Review> review = gate.answer(dossier.id());
        if (review.isPresent() && dossier.state() == HypothesisState.IN_REVIEW) {
            FailPoints.hit(FailPoint.REVIEW_ANSWERED);
            boolean authentic = gate.isAuthentic(dossier.id(), cycle.view().reviewerKeys());
            if (authentic || cycle.policy().isUnsignedAllowed()) {
                answer(cycle, dossier, review.get(), authentic);
            } else {
                cycle.note(
                        "answer to " + dossier.id() + " by " + review.get().by()
                                + " is not signed with an admitted key and does not count; run review keygen, and review it again");
            }
        }
    }

    /** A reviewer's first key is taken; another one under the same name never is. */
    private static void admit(Cycle cycle, PromotionGate gate) {
        gate.offeredKeys().forEach((name, key) -> {
            String known = cycle.view().reviewerKeys().get(name);
            if (known == null) {
                cycle.commit(new Entry.ReviewerAdmitted(name, key));
            } else if (!known.equals(key)) {
                cycle.note("the key offered by " + name + " is not the one admitted before and is left out");
            }
        });
    }

    private static void answer(Cycle cycle, Dossier dossier, Review review, boolean authentic) {
        if (!review.evidenceHead().equals(dossier.evidenceHead())) {
            cycle.note("answer to " + dossier.id() + " by " + review.by()
                    + " is for other evidence and does not count; review it again");
            return;
        }
        Optional<String> changed = changed(cycle, dossier);
        if (changed.isPresent()) {
            cycle.decide(dossier, HypothesisState.STALE, result(dossier), changed.get());
            return;
        }
        Optional<String> age = Expire.age(cycle, dossier);
        if (review.isApproved() && age.isPresent()) {
            cycle.decide(dossier, HypothesisState.STALE, result(dossier), age.get());
            return;
        }
        if (review.isApproved() && (isUnread(cycle, dossier, review) || isHeld(cycle, dossier))) {
            return;
        }
        HypothesisState end = review.isApproved() ? HypothesisState.PROMOTED : HypothesisState.DECLINED;
        String reason = (review.isApproved() ? "approved by " : "declined by ") + review.by() + ": " + review.reason();
        Verdict verdict = cycle.verdict(dossier, end, result(dossier), reason);
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Answered(review, authentic));
        entries.add(new Entry.Spent(
                dossier.id(),
                Cost.Kind.REVIEW_MINUTES,
                review.minutes().orElse(cycle.setup().budget().reviewMinutesEach())));
        entries.add(new Entry.Decided(verdict));
        if (review.isApproved()) {
            entries.addAll(Reconfirmation.of(cycle, dossier));
        }
        FailPoints.hit(FailPoint.PROMOTION_DRAFTED);
        cycle.commit(entries);
        FailPoints.hit(FailPoint.PROMOTION_COMMITTED);
    }

    /** Measurements cannot tell what code does besides: somebody has to have read it. */
    private static boolean isUnread(Cycle cycle, Dossier dossier, Review review) {
        boolean isUnread = dossier.hypothesis().needsBuild()
                && review.audit().filter(note -> !note.isBlank()).isEmpty();
        if (isUnread) {
            hold(cycle, dossier, Packet.AUDIT + ", and the approval by " + review.by() + " has none");
        }
        return isUnread;
    }

    /** While A/A trials are not calibrated, wins wait where they stand; the ledger and the report say why. */
    private static boolean isHeld(Cycle cycle, Dossier dossier) {
        Optional<String> frozen =
                CalibrationGate.reason(cycle, dossier.hypothesis().family());
        frozen.ifPresent(reason -> hold(cycle, dossier, reason));
        return frozen.isPresent();
    }

    private static void hold(Cycle cycle, Dossier dossier, String reason) {
        cycle.note(dossier.id() + ": " + reason);
        if (!dossier.reason().equals(reason)) {
            cycle.commit(new Entry.Held(dossier.id(), reason));
        }
    }

    /** People are a budget too: what it does not allow waits where it stands. */
    private static boolean isTooMuch(Cycle cycle, Dossier dossier) {
        Optional<String> refusal = new RunAccounts(cycle).refusal(Amounts.review(cycle.view().balance().budget().reviewMinutesEach()));
        refusal.ifPresent(reason -> cycle.note(dossier.id() + " waits to be asked: " + reason));
        return refusal.isPresent();
    }

    private static String result(Dossier dossier) {
        return dossier.comparison().map(VerdictText::result).orElse("not measured");
    }

    /** Why a win was not shown of the job as it is declared now; empty if it was. */
    private static Optional<String> changed(Cycle cycle, Dossier dossier) {
        Optional<JobSpec> job = cycle.job(dossier);
        Optional<Family> family = cycle.view().family(dossier.hypothesis().family());
        boolean isOther = job.isPresent()
                && family.isPresent()
                && !(family.get().epoch().equals(Measurements.epoch(job.get()))
                        && family.get()
                                .acceleratorType()
                                .equals(job.get().accelerators().type()));
        return isOther
                ? Optional.of("code or accelerator changed since the trials")
                : job.filter(now -> !PromotionRecheck.isDeclared(now, dossier.hypothesis()))
                        .flatMap(now -> ContextChange.otherSetting(now, dossier.hypothesis()));
    }
}
