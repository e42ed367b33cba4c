package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.AskedPacket;
import dev.amdahl.core.internal.ledger.review.PendingAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewInbox;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A hypothesis as people are asked about it.
 *
 * @param dossier what the ledger holds
 * @param packet what the loop told when it asked, if that was about this evidence
 * @param saving what it is worth as the report says it, else as the loop told
 */
record Item(
        Dossier dossier,
        Optional<AskedPacket> packet,
        Optional<ExpectedSaving> saving,
        Optional<ReviewAnswer> answer,
        boolean isSigned)
        implements ReviewSubject {
    @Override
    public String id() {
        return dossier.id();
    }

    @Override
    public String head() {
        return dossier.evidenceHead();
    }

    @Override
    public String page() {
        return "hypothesis";
    }

    @Override
    public boolean isWaiting() {
        return dossier.state() == HypothesisState.IN_REVIEW;
    }

    @Override
    public boolean isOpen() {
        return isWaiting() && answer.isEmpty();
    }

    @Override
    public Optional<Review> taken() {
        return isWaiting() ? Optional.empty() : dossier.review();
    }

    @Override
    public Optional<String> outcome() {
        return isWaiting()
                ? Optional.empty()
                : Optional.of("Now: " + ReportText.verdict(dossier.state()) + ". " + ReportText.reason(dossier));
    }

    @Override
    public Set<Extra> extras() {
        return dossier.hypothesis().needsBuild() ? EnumSet.allOf(Extra.class) : EnumSet.of(Extra.MINUTES, Extra.FILE);
    }

    @Override
    public void offerFile(Markup page) {
        page.text(" To apply the change: ");
        ChangeSection.link(page, dossier, "id", "file");
    }

    @Override
    public PendingAnswer leave(ReviewInbox desk, ReviewInbox.Said said) {
        return desk.answer(dossier, said);
    }

    @Override
    public Page shown(LedgerView view, Optional<AnswerForm> form) {
        return ItemPage.of(view, this, form);
    }
}
