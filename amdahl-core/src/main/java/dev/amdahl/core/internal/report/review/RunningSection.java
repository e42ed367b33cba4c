package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;

/** The experiments that run now, as far as they are; the page asks for it again and again. */
final class RunningSection {
    private static final int MAX = 200;

    private RunningSection() {}

    /** @param asked what waits, so that a page knows when that has changed */
    static Markup of(LedgerView view, List<ReviewSubject> asked) {
        Markup page = new Markup();
        page.open("div", "id", "live", "data-waiting", digest(asked));
        List<Dossier> running = view.live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .toList();
        page.element(
                "p",
                running.isEmpty()
                        ? "No experiment is running."
                        : Plurals.of(running.size(), "experiment") + ", "
                                + Plurals.of(view.inFlight().size(), "trial") + " in flight.",
                "class",
                "soft");
        waiting(page, view);
        if (!running.isEmpty()) {
            table(page, view, running.subList(0, Math.min(MAX, running.size())));
        }
        if (running.size() > MAX) {
            page.element(
                    "p", "Not shown: " + Plurals.of(running.size() - MAX, "more experiment") + ".", "class", "soft");
        }
        return page.close();
    }

    private static void waiting(Markup page, LedgerView view) {
        view.inFlight().stream()
                .flatMap(run -> run.waiting().map(why -> run.plan().family() + ": a trial " + why).stream())
                .distinct()
                .limit(MAX)
                .forEach(line -> page.element("p", line, "class", "soft"));
    }

    private static void table(Markup page, LedgerView view, List<Dossier> running) {
        page.open("table", "class", "card flat").open("thead").open("tr");
        page.element("th", "Change", "scope", "col").element("th", "Stage", "scope", "col");
        page.element("th", "Pairs", "scope", "col").element("th", "So far", "scope", "col", "class", "less");
        page.element("th", "Evidence", "scope", "col", "class", "less").close(2).open("tbody");
        running.forEach(dossier -> row(page, view, dossier));
        page.close(2);
    }

    private static void row(Markup page, LedgerView view, Dossier dossier) {
        page.open("tr", "class", "row").open("td", "class", "break");
        page.element("div", dossier.hypothesis().family(), "class", "soft");
        ReviewText.change(page, dossier).close();
        page.element("td", stage(dossier));
        page.open("td");
        dossier.experiment().ifPresent(experiment -> pairs(page, view, experiment));
        page.close();
        page.element("td", ReportText.effect(dossier), "class", "less");
        page.element("td", evidence(dossier), "class", "less").close();
    }

    private static void pairs(Markup page, LedgerView view, Experiment experiment) {
        List<Run> runs = view.runsOf(experiment.hypothesis()).stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.TRIAL && run.plan().set() == experiment.set())
                .toList();
        long done = runs.stream()
                .filter(run -> run.plan().index() > 0 && run.result().isPresent())
                .count();
        int cap = experiment.set() == 1
                ? experiment.plan().firstCap()
                : experiment.plan().confirmationCap();
        page.text(done + " of at most " + cap);
        page.element(
                "progress",
                "",
                "max",
                "" + cap,
                "value",
                "" + Math.min(done, cap),
                "aria-label",
                "pairs of " + experiment.hypothesis());
    }

    private static String stage(Dossier dossier) {
        return dossier.state() == HypothesisState.TESTING ? "first set" : ReportText.verdict(dossier.state());
    }

    private static String evidence(Dossier dossier) {
        return dossier.comparison()
                .map(comparison -> Numbers.significant(comparison.evidence())
                        + dossier.experiment()
                                .map(experiment -> " of "
                                        + Numbers.significant(experiment.plan().bar()))
                                .orElse(""))
                .orElse("none yet");
    }

    private static String digest(List<ReviewSubject> asked) {
        return Integer.toHexString(asked.stream().map(FormSnapshot::of).toList().hashCode());
    }
}
