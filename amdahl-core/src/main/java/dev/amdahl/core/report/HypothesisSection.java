package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.experiment.Vote;

/** The table of hypotheses with their evidence beneath each. Stateless. */
final class HypothesisSection {
    private static final String COLUMNS = "8";

    private HypothesisSection() {}

    static void add(Markup page, LedgerView view, ReportInputs inputs) {
        page.element("h2", "Hypotheses");
        if (view.dossiers().isEmpty()) {
            page.element(
                    "p", "None yet: no job has been diagnosed, or no lever matches what was found.", "class", "card");
            return;
        }
        EffectScale scale = EffectScale.of(view);
        page.open("div", "class", "card wide").open("table").open("thead").open("tr");
        for (String name : new String[] {"job", "class", "ceiling", "change"}) {
            page.element("th", name);
        }
        page.open("th").text("effect; left is better").add(scale.axis()).close();
        page.element("th", "pairs", "class", "n").element("th", "votes").element("th", "verdict", "class", "wider");
        page.close(2).open("tbody");
        view.dossiers().forEach(dossier -> {
            row(page, dossier, scale);
            page.open("tr", "class", "evidence").open("td", "colspan", COLUMNS);
            EvidenceSection.add(page, view, inputs, dossier);
            page.close(2).line();
        });
        page.close(2);
        page.element(
                "p",
                "ceiling: speed-up of the accelerator-hours, and of the wall, if the class vanished. Grey band: minimum"
                        + " practical effect. Votes: + upholds, - refutes, ? abstains. Pairs exclude one warm-up pair an experiment.",
                "class",
                "soft");
        page.close();
    }

    private static void row(Markup page, Dossier dossier, EffectScale scale) {
        page.open("tr", "class", Wording.isWin(dossier) ? "row is-win" : "row");
        page.element("td", dossier.hypothesis().family(), "class", "break");
        page.open("td")
                .text(dossier.hypothesis().bottleneck().name().replace("_", " "))
                .close();
        page.open("td", "class", "nowrap")
                .text(Numbers.factor(dossier.screening().acceleratorCeiling()));
        page.empty("br").element("span", Numbers.factor(dossier.screening().wallCeiling()) + " wall", "class", "soft");
        page.close().element("td", Wording.change(dossier.hypothesis().change()), "class", "break");
        page.open("td").element("span", Wording.effect(dossier), "class", "nowrap");
        dossier.comparison()
                .filter(comparison -> comparison.ratio().isPresent())
                .ifPresent(comparison -> page.add(scale.plot(dossier, comparison)));
        page.close();
        page.element("td", dossier.comparison().map(found -> "" + found.pairs()).orElse("-"), "class", "n");
        page.open("td");
        votes(page, dossier);
        page.close().open("td", "class", "break");
        page.element("span", Wording.verdict(dossier.state()), "class", "verdict");
        page.empty("br").element("span", Wording.reason(dossier), "class", "soft");
        page.close(2);
    }

    private static void votes(Markup page, Dossier dossier) {
        if (dossier.votes().isEmpty()) {
            page.text("-");
            return;
        }
        StringBuilder marks = new StringBuilder();
        Wording.panel(dossier.votes()).forEach(vote -> marks.append(Wording.mark(vote.ballot())));
        page.element("span", marks.toString(), "class", "votes");
        for (Vote veto : Wording.vetoes(dossier.votes())) {
            page.element("div", "veto: " + veto.refuter().replace("facts:", ""), "class", "red");
        }
    }
}
