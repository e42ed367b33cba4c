package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Every vote and veto with the figure that it rests on. */
public final class VoteTable {
    private VoteTable() {}

    /** The table; vetoes first. */
    public static void add(Markup page, List<Vote> votes) {
        page.foldingTable("refuter", "vote", ">figure", ">threshold", "reason");
        ReportText.vetoes(votes).forEach(vote -> row(page, vote));
        ReportText.panel(votes).forEach(vote -> row(page, vote));
        page.endTable().close();
    }

    private static void row(Markup page, Vote vote) {
        page.open("tr").said("td", vote.refuter());
        page.element(
                "td",
                (vote.isVeto() ? "veto, " : "") + vote.ballot().name().toLowerCase(Locale.ROOT),
                "class",
                vote.isVeto() ? "red" : "");
        page.figure("figure", figure(vote.number())).figure("threshold", figure(vote.threshold()));
        page.said("td", vote.reason()).close();
    }

    private static String figure(OptionalDouble figure) {
        return figure.isEmpty() ? "-" : Numbers.significant(figure.getAsDouble());
    }
}
