package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.screen.ContextChange;
import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Asks people about what survived, and carries out what they answer; nothing is promoted without an answer. */
public final class Promote {

    private final Cycle cycle;
    private final PromotionGate gate;
    private final CalibrationGate calibration;
    private final Reconfirmation reconfirmation;
    private final RunAccounts accounts;

    /** Asks and promotes in one cycle. */
    public Promote(Cycle cycle, RunAccounts accounts) {
        this.cycle = cycle;
        this.gate = cycle.setup().gate();
        this.calibration = new CalibrationGate(cycle);
        this.reconfirmation = new Reconfirmation(cycle);
        this.accounts = accounts;
    }

    /** Asks for new survivors, then takes answers. */
    public void run() {
        cycle.isolated("promote", () -> admit());
        for (Dossier dossier : cycle.inState(HypothesisState.SURVIVED)) {
            cycle.isolated(dossier, () -> {
                if (!isHeld(dossier) && !isTooMuch(dossier)) {
                    requestReview(dossier);
                }
            });
        }
        for (Dossier dossier : cycle.inState(HypothesisState.IN_REVIEW)) {
            if (reconfirmation.isOutdated(dossier)) {
                cycle.isolated(dossier, () -> cycle.commit(reconfirmation.reopen(dossier)));
            }
        }
        for (Dossier waiting : cycle.inState(HypothesisState.IN_REVIEW)) {
            cycle.isolated(waiting, () -> takeAnswer(waiting));
        }
    }

    private void requestReview(Dossier dossier) {
        String head = cycle.view().head();
        if (!reconfirmation.isOutdated(dossier)) {
            gate.request(Packet.of(cycle, dossier, head));
        }
        FailPoints.hit(FailPoint.REVIEW_REQUESTED);
        cycle.commit(new Entry.ReviewAsked(dossier.id(), head));
    }

    private void takeAnswer(Dossier waiting) {
        Dossier dossier = cycle.view().dossier(waiting.id()).orElse(waiting);
        Optional<Review> review = gate.answer(dossier.id());
        if (review.isPresent() && dossier.state() == HypothesisState.IN_REVIEW) {
            FailPoints.hit(FailPoint.REVIEW_ANSWERED);
            boolean authentic = gate.isAuthentic(dossier.id(), cycle.view().reviewerKeys());
            if (authentic || cycle.policy().isUnsignedAllowed()) {
                answer(dossier, review.get(), authentic);
            } else {
                cycle.note(
                        "answer to " + dossier.id() + " by " + review.get().by()
                                + " is not signed with an admitted key and does not count; run review keygen, and review it again");
            }
        }
    }

    /** A reviewer's first key is taken; another one under the same name never is. */
    private void admit() {
        gate.offeredKeys().forEach((name, key) -> {
            String known = cycle.view().reviewerKeys().get(name);
            if (known == null) {
                cycle.commit(new Entry.ReviewerAdmitted(name, key));
            } else if (!known.equals(key)) {
                cycle.note("the key offered by " + name + " is not the one admitted before and is left out");
            }
        });
    }

    private void answer(Dossier dossier, Review review, boolean authentic) {
        if (!review.evidenceHead().equals(dossier.evidenceHead())) {
            cycle.note("answer to " + dossier.id() + " by " + review.by()
                    + " is for other evidence and does not count; review it again");
            return;
        }
        Optional<String> changed = changed(dossier);
        if (changed.isPresent()) {
            cycle.decide(dossier, HypothesisState.STALE, VerdictText.measured(dossier), changed.get());
            return;
        }
        Optional<String> age = age(dossier);
        if (review.isApproved() && age.isPresent()) {
            cycle.decide(dossier, HypothesisState.STALE, VerdictText.measured(dossier), age.get());
            return;
        }
        if (review.isApproved() && (isUnread(dossier, review) || isHeld(dossier))) {
            return;
        }
        HypothesisState end = review.isApproved() ? HypothesisState.PROMOTED : HypothesisState.DECLINED;
        String reason = (review.isApproved() ? "approved by " : "declined by ") + review.by() + ": " + review.reason();
        Verdict verdict = cycle.verdict(dossier, end, VerdictText.measured(dossier), reason);
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Answered(review, authentic));
        entries.add(new Entry.Spent(
                dossier.id(),
                Cost.Kind.REVIEW_MINUTES,
                review.minutes().orElse(cycle.setup().budget().reviewMinutesEach())));
        entries.add(new Entry.Decided(verdict));
        if (review.isApproved()) {
            entries.addAll(reconfirmation.of(dossier));
        }
        FailPoints.hit(FailPoint.PROMOTION_DRAFTED);
        cycle.commit(entries);
        FailPoints.hit(FailPoint.PROMOTION_COMMITTED);
    }

    /** Measurements cannot tell what code does besides: somebody has to have read it. */
    private boolean isUnread(Dossier dossier, Review review) {
        boolean isUnread = dossier.hypothesis().needsBuild()
                && review.audit().filter(note -> !note.isBlank()).isEmpty();
        if (isUnread) {
            hold(dossier, Packet.AUDIT + ", and the approval by " + review.by() + " has none");
        }
        return isUnread;
    }

    /** While A/A trials are not calibrated, wins wait where they stand; the ledger and the report say why. */
    private boolean isHeld(Dossier dossier) {
        Optional<String> frozen = calibration.reason(dossier.hypothesis().family());
        frozen.ifPresent(reason -> hold(dossier, reason));
        return frozen.isPresent();
    }

    private void hold(Dossier dossier, String reason) {
        cycle.note(dossier.id() + ": " + reason);
        if (!dossier.reason().equals(reason)) {
            cycle.commit(new Entry.Held(dossier.id(), reason));
        }
    }

    /** People are a budget too: what it does not allow waits where it stands. */
    private boolean isTooMuch(Dossier dossier) {
        Optional<String> refusal =
                accounts.refusal(Amounts.review(cycle.view().balance().budget().reviewMinutesEach()));
        refusal.ifPresent(reason -> cycle.note(dossier.id() + " waits to be asked: " + reason));
        return refusal.isPresent();
    }

    /** Returns why a win was not shown of the job as it is declared now; empty if it was. */
    private Optional<String> changed(Dossier dossier) {
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

    /** Returns why what was shown is too old to act on now; empty if it is not. */
    private Optional<String> age(Dossier win) {
        Instant newest = cycle.view().runsOf(win.id()).stream()
                .filter(run -> run.result().isPresent())
                .map(Run::intendedAt)
                .max(Comparator.naturalOrder())
                .orElse(win.proposedAt());
        Duration age = Duration.between(newest, cycle.now());
        Duration most = cycle.policy().memory().confirmation();
        return age.compareTo(most) > 0
                ? Optional.of("its newest trial is " + age.toDays() + " days old, more than the " + most.toDays()
                        + " that policy allows")
                : Optional.empty();
    }
}
