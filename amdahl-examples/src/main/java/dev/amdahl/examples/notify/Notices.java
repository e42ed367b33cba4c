package dev.amdahl.examples.notify;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a ledger holds that people may be told of. */
final class Notices {
    /** How the ledger says that no win is promoted now, and of whose trials. */
    static final String FROZEN = "promotions are frozen: ";

    private static final String AND_THEN = " are not calibrated";
    /** How the loop says that a budget keeps it from something. */
    private static final String SPENT = "budget of ";

    private static final double ALERT = .8;

    private Notices() {}

    /**
     * Returns all of them, whether they were told or not.
     *
     * @param notes of the cycle that the ledger comes from
     * @param told keys of what was told: ended hypotheses are looked for only where the ledger counts more of them
     */
    static List<Notice> of(LedgerView view, List<String> notes, Set<String> told, Instant now) {
        List<Notice> notices = new ArrayList<>();
        Map<String, Notice> freezes = new LinkedHashMap<>();
        for (Dossier dossier : view.live()) {
            if (dossier.state() == HypothesisState.IN_REVIEW) {
                notices.add(win(dossier, now));
            } else if (dossier.state() == HypothesisState.PROMOTED) {
                notices.add(promoted(dossier, now));
            }
            if (dossier.reason().startsWith(FROZEN)) {
                Notice freeze = freeze(dossier.reason(), now);
                freezes.putIfAbsent(freeze.key(), freeze);
            }
        }
        notices.addAll(freezes.values());
        String regression = NoticeKind.REGRESSION.word() + " ";
        long known = told.stream().filter(key -> key.startsWith(regression)).count();
        if (view.totals().hypotheses(HypothesisState.DECAYED) > known) {
            view.dossiers().stream()
                    .filter(dossier -> dossier.state() == HypothesisState.DECAYED)
                    .forEach(dossier -> notices.add(decayed(dossier, now)));
        }
        budget(notices, view.balance(), notes, now);
        return notices;
    }

    /** The same win asked about for other evidence is another event. */
    private static Notice win(Dossier win, Instant now) {
        String head =
                win.evidenceHead().substring(0, Math.min(8, win.evidenceHead().length()));
        Notice notice = Notice.of(
                NoticeKind.WIN,
                win.hypothesis(),
                now,
                win.hypothesis().family() + ": a win waits for a person: " + ReportText.change(win.hypothesis()),
                "Measured " + ReportText.effect(win)
                        + win.comparison()
                                .map(found -> " over " + found.pairs() + " pairs")
                                .orElse("")
                        + ". Nothing is promoted without an answer.");
        return new Notice(
                notice.key() + " " + head,
                notice.kind(),
                now,
                notice.family(),
                notice.hypothesis(),
                notice.headline(),
                notice.detail());
    }

    private static Notice promoted(Dossier win, Instant now) {
        return Notice.of(
                NoticeKind.PROMOTED,
                win.hypothesis(),
                now,
                win.hypothesis().family() + ": promoted: " + ReportText.change(win.hypothesis()),
                "Measured " + ReportText.effect(win) + ". " + ReportText.reason(win));
    }

    private static Notice decayed(Dossier lost, Instant now) {
        return Notice.of(
                NoticeKind.REGRESSION,
                lost.hypothesis(),
                now,
                lost.hypothesis().family() + ": a promoted change no longer helps: "
                        + ReportText.change(lost.hypothesis()),
                ReportText.reason(lost));
    }

    private static Notice freeze(String reason, Instant now) {
        int end = reason.indexOf(AND_THEN);
        String of = end < 0 ? "planted wins" : reason.substring(FROZEN.length(), end);
        return Notice.of(NoticeKind.FREEZE, of, now, "Promotions are frozen: " + of, reason);
    }

    private static void budget(List<Notice> notices, Balance balance, List<String> notes, Instant now) {
        List<String> spent = notes.stream().filter(note -> note.contains(SPENT)).toList();
        uses(notices, balance.budget().total().uses(balance.total().used()), spent, "", "", now);
        uses(
                notices,
                balance.budget().perDay().uses(balance.today().used()),
                spent,
                " a day",
                " on " + balance.day(),
                now);
    }

    private static void uses(
            List<Notice> notices, List<Limits.Use> uses, List<String> spent, String period, String when, Instant now) {
        for (Limits.Use use : uses) {
            String bound = Limits.text(use.limit()) + " " + use.unit() + period;
            boolean holdsBack = spent.stream().anyMatch(note -> note.contains(SPENT + bound + " is spent"));
            boolean isMet = use.share() >= 1 || holdsBack;
            if (isMet || use.share() >= ALERT) {
                String level = isMet ? "met" : "nearly met";
                notices.add(Notice.of(
                        NoticeKind.BUDGET,
                        bound + when + " " + level,
                        now,
                        "The budget of " + bound + " is " + level,
                        String.format(
                                Locale.ROOT,
                                "%.0f %% of it is used or reserved%s.%s",
                                100 * use.share(),
                                when,
                                holdsBack ? " It holds work back." : "")));
            }
        }
    }
}
