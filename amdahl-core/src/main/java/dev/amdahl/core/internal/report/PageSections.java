package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ExpectedSaving;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The parts of the report about all of a ledger, for pages of their own. Immutable, so thread-safe. */
public final class PageSections {
    private final LedgerView view;
    private final ReportInputs inputs;
    private final Map<String, Double> baselines;

    /** Gets ready to write about a ledger and what is declared beside it. */
    public PageSections(LedgerView view, ReportInputs inputs) {
        this.view = view;
        this.inputs = inputs;
        baselines = Pairs.presentSeconds(view);
    }

    /**
     * The wins, the largest saving first.
     *
     * @param most how many at most
     * @param all where all of them are
     * @param place where the whole of a hypothesis is, by its id
     */
    public void wins(Markup page, int most, String all, UnaryOperator<String> place) {
        List<WinsSection.Ranked> ranked = WinsSection.ranked(view, inputs, baselines);
        page.open("section", "id", "wins", "aria-labelledby", "wins-title")
                .element("h2", "What won", "id", "wins-title");
        if (ranked.isEmpty()) {
            page.element("p", "Nothing yet.", "class", "soft").close();
            return;
        }
        page.open("div", "class", "card");
        WinsSection.table(page, view, ranked.subList(0, Math.min(most, ranked.size())), place);
        if (ranked.size() > most) {
            page.open("p")
                    .element("a", "All " + Plurals.of(ranked.size(), "win"), "href", all)
                    .close();
        }
        page.close(2);
    }

    /** Returns what a win saves a week, as the table of wins says it; empty where it is not known how often its job runs. */
    public Optional<ExpectedSaving> saving(Dossier win) {
        return Savings.of(view, inputs, baselines, win);
    }

    /**
     * What the fleet and the jobs lose.
     *
     * @param jobs the address of the page with {@link #jobs}; empty for this one
     */
    public void waste(Markup page, String jobs) {
        WasteSection.add(page, view, inputs, baselines, jobs);
    }

    /** What the wins save, what that cost, where the time of verdicts goes. */
    public void accounts(Markup page, Accounts accounts) {
        page.element("h2", "What it is worth", "id", "worth");
        Headline.accounts(page, view, inputs, Savings.of(view, inputs));
        AccountsSection.add(page, accounts);
    }

    /** The jobs, those that lose most first. */
    public void jobs(Markup page) {
        JobsSection.add(page, JobsSection.order(view, inputs, baselines), Optional.empty());
    }
}
