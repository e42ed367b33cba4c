package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.loop.verify.RedLines;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.claim.WinFacts;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.stream.Collectors;

/** What a person needs to decide in a minute: what changes, what it is worth, how sure that is, and whether the work is the same. */
final class VerdictCard {
    private static final int MAX_LENGTH = 240;

    private VerdictCard() {}

    static void add(Markup page, LedgerView view, Item item) {
        Dossier dossier = item.dossier();
        if (!item.isWaiting() || dossier.comparison().isEmpty()) {
            return;
        }
        WinFacts facts = WinFacts.of(view, dossier);
        Comparison found = dossier.comparison().get();
        Examined examined = Examined.of(dossier.votes());
        List<String> red = RedLines.of(view, dossier);
        page.open("div", "class", "card")
                .element(
                        "p",
                        red.isEmpty()
                                ? "Recommended: approve."
                                : Plurals.of(red.size(), "line") + " in red to read before you approve.",
                        "class",
                        red.isEmpty() ? "name" : "name red");
        page.open("dl", "class", "facts");
        ReviewText.fact(
                page,
                "What changes",
                PlainText.cut(change(dossier.hypothesis().change()), MAX_LENGTH) + ". A run: " + facts.times() + " ("
                        + ReportText.effect(dossier) + ").");
        ReviewText.fact(page, "What it is worth", worth(item));
        ReviewText.fact(
                page,
                "How sure",
                Plurals.of(found.pairs(), "pair") + " in random order, confirmed on fresh pairs; evidence "
                        + Numbers.significant(found.evidence())
                        + dossier.experiment()
                                .map(experiment -> " ("
                                        + Numbers.significant(experiment.plan().bar()) + " needed)")
                                .orElse("")
                        + "; " + examined.words().orElse("no panel was asked")
                        + (examined.looked().isEmpty()
                                ? "."
                                : "; " + Plurals.of(examined.looked().size(), "check") + " found nothing."));
        ReviewText.fact(
                page,
                "Same output",
                !facts.isCompared()
                        ? "Not compared: the job declares no output."
                        : (facts.isSameOutput() ? "Identical in " : "Alike in ") + facts.sameOutput() + " pairs.");
        ReviewText.fact(page, "Same work", ReportText.sentence(facts.sameWork()));
        page.close();
        if (!examined.couldNotLook().isEmpty()) {
            page.open("details")
                    .element(
                            "summary",
                            Plurals.of(examined.couldNotLook().size(), "check") + " not possible on this host");
            page.element("p", String.join(", ", examined.couldNotLook()), "class", "soft")
                    .close();
        }
        page.close();
    }

    private static String change(Change change) {
        if (change instanceof ConfigChange config) {
            return config.settings().stream().map(VerdictCard::setting).collect(Collectors.joining("; "));
        }
        List<String> paths = ((PatchChange) change).paths();
        return "A patch of " + Plurals.of(paths.size(), "file") + ": " + String.join(", ", paths);
    }

    private static String setting(LeverSetting setting) {
        return setting.lever() + " from " + setting.from() + " to " + setting.to() + ", "
                + setting.target().words();
    }

    private static String worth(Item item) {
        return item.saving()
                .map(known -> (known.currency().isEmpty()
                                ? ""
                                : Numbers.money(known.moneyPerWeek(), known.currency()) + " a week: ")
                        + Numbers.hours(known.acceleratorHoursPerWeek())
                        + " of accelerator time a week, at least " + Numbers.hours(known.atLeastHoursPerWeek())
                        + (known.currency().isEmpty()
                                ? "; not known in money, because the job declares no price."
                                : "."))
                .orElse("Not known: the job does not say how often it runs, or nothing was timed.");
    }
}
