package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.ledger.review.AskedPacket;
import dev.amdahl.core.internal.loop.TracedWin;
import dev.amdahl.core.internal.loop.verify.RedLines;
import dev.amdahl.core.internal.report.DossierSections;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.claim.VoteTable;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** All that is known of one change, whatever its state: claim, money, risks, evidence, votes, change, record, and the form. */
final class ItemPage {
    private static final int SECONDS_PER_HOUR = 3_600;

    private ItemPage() {}

    static Page of(LedgerView view, Item item, Optional<AnswerForm> form) {
        Dossier dossier = item.dossier();
        String title = PlainText.cut(ReportText.change(dossier.hypothesis()), 160);
        Markup page = new Markup();
        page.element("p", dossier.hypothesis().family(), "class", "soft break").element("h1", title, "class", "break");
        Banner.add(page, item, form);
        VerdictCard.add(page, view, item);
        claim(page, view, dossier);
        page.open("div", "class", "two");
        risks(page, view, item);
        ReviewText.section(page, "money", "Money");
        money(page, view, item);
        page.close(2);
        ReviewText.section(page, "evidence", "Evidence");
        page.open("div", "class", "card wide", "tabindex", "0", "role", "group", "aria-labelledby", "evidence-title");
        DossierSections.pairs(page, view, dossier);
        page.close(2);
        ReviewText.section(page, "votes", "Votes");
        if (dossier.votes().isEmpty()) {
            page.element("p", "No panel was asked.", "class", "soft").close();
        } else {
            page.open("div", "class", "card wide", "tabindex", "0", "role", "group", "aria-labelledby", "votes-title");
            VoteTable.add(page, dossier.votes());
            page.close(2);
        }
        ReviewText.section(page, "change", "The change");
        ChangeSection.add(page, dossier);
        page.close();
        RecordSection.add(page, view, dossier);
        form.ifPresent(asked -> asked.add(page, item));
        return Page.of(title, page);
    }

    private static void claim(Markup page, LedgerView view, Dossier dossier) {
        Hypothesis hypothesis = dossier.hypothesis();
        ReviewText.section(page, "claim", "Claim");
        page.open("div", "class", "card").element("p", hypothesis.title(), "class", "break");
        page.open("dl", "class", "facts");
        String metric = dossier.experiment()
                .map(experiment -> experiment.plan().metric().name().replace('_', ' '))
                .orElse("the metric");
        ReviewText.fact(page, "Effect on " + metric, ReportText.effect(dossier));
        dossier.comparison().ifPresent(comparison -> measured(page, dossier, comparison));
        ReviewText.fact(page, "Addresses", hypothesis.bottleneck().label() + " (" + hypothesis.bottleneck() + ")");
        TracedWin.sentence(view, dossier).ifPresent(said -> ReviewText.fact(page, "Where it saves time", said));
        ReviewText.fact(
                page,
                "The most it could save",
                Numbers.factor(dossier.screening().acceleratorCeiling()) + " in accelerator-hours, "
                        + Numbers.factor(dossier.screening().wallCeiling()) + " in wall time");
        ReviewText.fact(
                page,
                "Idea from",
                hypothesis.provenance().origin().name().toLowerCase(Locale.ROOT) + ": "
                        + hypothesis.provenance().source());
        dossier.rationale().ifPresent(rationale -> ReviewText.fact(page, "Its author's reason", rationale.mechanism()));
        dossier.reopens().ifPresent(why -> ReviewText.fact(page, "Tried again", why));
        dossier.steering()
                .notes()
                .forEach(note -> ReviewText.fact(
                        page, "Note by " + note.by() + " on " + ReviewText.time(note.at()), note.text()));
        page.close(3);
    }

    private static void measured(Markup page, Dossier dossier, Comparison comparison) {
        ReviewText.fact(page, "Pairs", comparison.pairs() + ", warm-up excluded");
        ReviewText.fact(
                page,
                "Evidence",
                Numbers.significant(comparison.firstEvidence()) + " in the first set, "
                        + Numbers.significant(comparison.confirmationEvidence()) + " in the confirmation, "
                        + Numbers.significant(comparison.evidence()) + " together"
                        + dossier.experiment()
                                .map(experiment -> "; "
                                        + Numbers.significant(experiment.plan().bar()) + " are needed")
                                .orElse(""));
        Examined examined = Examined.of(dossier.votes());
        ReviewText.fact(page, "Panel", examined.words().orElse("-"));
        ReviewText.fact(page, "Checks that looked", list(examined.looked()));
        ReviewText.fact(page, "Checks that could not run", list(examined.couldNotLook()));
    }

    private static String list(List<String> checks) {
        return checks.isEmpty() ? "-" : checks.size() + ": " + String.join(", ", checks);
    }

    private static void risks(Markup page, LedgerView view, Item item) {
        List<String> warnings = item.packet()
                .map(AskedPacket::warnings)
                .orElseGet(() -> DossierSections.unchecked(view, item.dossier()));
        ReviewText.section(page, "risks", "Risks");
        page.open("div", "class", "card");
        if (warnings.isEmpty()) {
            page.element("p", "None known beyond the interval above.");
        } else {
            page.open("ul");
            List<String> red = RedLines.of(view, item.dossier());
            warnings.forEach(warning -> page.element(
                    "li", warning, "class", red.stream().anyMatch(warning::equalsIgnoreCase) ? "red break" : "break"));
            page.close();
        }
        List<String> notes = item.packet().map(AskedPacket::notes).orElse(List.of());
        if (!notes.isEmpty()) {
            page.open("details").element("summary", "The same for every such change of this job: " + notes.size());
            page.open("ul");
            notes.forEach(note -> page.element("li", note, "class", "break"));
            page.close(2);
        }
        page.close(2);
    }

    private static void money(Markup page, LedgerView view, Item item) {
        page.open("div", "class", "card").open("dl", "class", "facts");
        Optional<ExpectedSaving> saving = item.saving();
        ReviewText.fact(page, "Weekly worth", ReviewText.worth(saving));
        saving.ifPresent(known -> {
            ReviewText.fact(
                    page,
                    "Accelerator time per week",
                    Numbers.hours(known.acceleratorHoursPerWeek()) + ", at least "
                            + Numbers.hours(known.atLeastHoursPerWeek()) + " by the interval");
            if (!known.currency().isEmpty()) {
                ReviewText.fact(
                        page,
                        "At least, per week",
                        Numbers.money(known.atLeastHoursPerWeek() * known.pricePerHour(), known.currency()));
            }
        });
        if (saving.isEmpty()) {
            ReviewText.fact(page, "Why not known", "the job does not say how often it runs, or nothing was timed");
        }
        double seconds = view.runsOf(item.dossier().id()).stream()
                .flatMap(run -> run.result().stream())
                .mapToDouble(RunResult::acceleratorSeconds)
                .sum();
        ReviewText.fact(
                page, "Spent on its trials", Numbers.hours(seconds / SECONDS_PER_HOUR) + " of accelerator time");
        page.close(2);
    }
}
