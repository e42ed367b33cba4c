package dev.amdahl.examples.publish;

import dev.amdahl.core.internal.ledger.review.ChangeFile;
import dev.amdahl.core.internal.loop.verify.RedLines;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Markdown;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.List;

/**
 * What people read of a published change. What jobs, models and people wrote is taken literally in it.
 *
 * @param title of the request, and first line of the commit
 * @param body of the request, and the page of a change that is no patch, as Markdown
 * @param message of the commit
 */
public record PullRequest(String title, String body, String message) {
    private static final int MAX_TITLE = 100;

    /** Returns it for an approved win. */
    public static PullRequest of(LedgerView view, Dossier win, Review review) {
        String named = line(win.hypothesis().family() + ": " + ReportText.change(win.hypothesis()));
        String title = named.substring(0, Math.min(MAX_TITLE, named.length()));
        String message = title + "\n\n"
                + "Measured " + line(ReportText.effect(win)) + ". Approved by " + line(review.by()) + ": "
                + line(review.reason()) + "\n\n"
                + "Amdahl-Hypothesis: " + line(win.id()) + "\n"
                + "Amdahl-Evidence: " + line(win.evidenceHead()) + "\n";
        return new PullRequest(title, body(view, win, review), message);
    }

    private static String line(String text) {
        return Words.printable(text).replaceAll("\\s+", " ").strip();
    }

    private static String body(LedgerView view, Dossier win, Review review) {
        StringBuilder out = new StringBuilder();
        out.append("# ")
                .append(Markdown.text(win.hypothesis().family() + ": " + ReportText.change(win.hypothesis())))
                .append("\n\n");
        out.append("- Measured ").append(Markdown.text(ReportText.effect(win)));
        win.comparison()
                .ifPresent(found -> out.append(" over ").append(found.pairs()).append(" pairs"));
        out.append(".\n- Panel: ")
                .append(Markdown.text(Examined.of(win.votes()).brief()))
                .append(".\n- Approved by ")
                .append(Markdown.text(review.by() + ": " + review.reason()))
                .append(".\n");
        review.audit()
                .ifPresent(audit -> out.append("- Read of the change: ")
                        .append(Markdown.text(audit))
                        .append('\n'));
        if (win.hypothesis().change() instanceof ConfigChange config) {
            settings(out, config.settings());
            out.append('\n')
                    .append(Markdown.block("sh", ChangeFile.of(win.hypothesis()).text()));
        }
        lines(out, "Beware", RedLines.of(view, win));
        votes(out, ReportText.panel(win.votes()));
        return out.append("\nHypothesis ")
                .append(Markdown.text(win.id()))
                .append(", evidence ")
                .append(Markdown.text(win.evidenceHead()))
                .append(".\n")
                .toString();
    }

    private static void settings(StringBuilder out, List<LeverSetting> settings) {
        out.append("\n## What to set\n\n");
        out.append(Markdown.row(List.of("lever", "where", "from", "to"))).append("|---|---|---|---|\n");
        settings.forEach(setting -> out.append(Markdown.row(List.of(
                Markdown.text(setting.lever()),
                Markdown.text(setting.target().words()),
                Markdown.text(setting.from()),
                Markdown.text(setting.to())))));
    }

    private static void lines(StringBuilder out, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.append("\n## ").append(title).append("\n\n");
            lines.forEach(each -> out.append("- ").append(Markdown.text(each)).append('\n'));
        }
    }

    private static void votes(StringBuilder out, List<Vote> votes) {
        if (!votes.isEmpty()) {
            out.append("\n## The panel\n\n").append(Markdown.row(List.of("refuter", "vote", "reason")));
            out.append("|---|---|---|\n");
            votes.forEach(vote -> out.append(Markdown.row(
                    List.of(Markdown.text(vote.refuter()), vote.ballot().name(), Markdown.text(vote.reason())))));
        }
    }
}
