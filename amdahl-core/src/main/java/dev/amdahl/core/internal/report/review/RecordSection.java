package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.Plurals;
import java.util.List;
import java.util.stream.Stream;

/** How a hypothesis came to where it stands, and the files that were kept of it. */
final class RecordSection {
    private static final int MAX_FILES = 200;
    /** The role of what shows a run over time; the other files are for profilers and people. */
    private static final String TRACE = "trace";

    private RecordSection() {}

    static void add(Markup page, LedgerView view, Dossier dossier) {
        ReviewText.section(page, "record", "Record");
        page.open("div", "class", "card").open("dl", "class", "facts");
        ReviewText.fact(page, "State", ReportText.verdict(dossier.state()) + " (" + dossier.state() + ")");
        ReviewText.fact(page, "Why", dossier.reason().isEmpty() ? "-" : dossier.reason());
        ReviewText.fact(page, "Proposed", ReviewText.time(dossier.proposedAt()));
        ReviewText.fact(page, "In this state since", ReviewText.time(dossier.movedAt()));
        dossier.review()
                .ifPresent(review -> ReviewText.fact(
                        page, "Answer that was taken", ReviewText.decision(review) + ": " + review.reason()));
        if (dossier.steering().priority() != 0) {
            ReviewText.fact(page, "Priority", "" + dossier.steering().priority());
        }
        ReviewText.fact(page, "Fingerprint", dossier.hypothesis().fingerprint().toString());
        ReviewText.fact(
                page,
                "Runs",
                Plurals.of(view.runsOf(dossier.id()).size(), "run") + " of its experiment"
                        + late(view.runsOf(dossier.id()), view));
        page.close();
        List<Entry.EvidenceKept> kept = Stream.of(
                        Stream.of(dossier.id()),
                        dossier.hypothesis().evidence().stream(),
                        view.runsOf(dossier.id()).stream().map(run -> run.plan().key()))
                .flatMap(keys -> keys)
                .distinct()
                .flatMap(key -> view.keptOf(key).stream())
                .limit(MAX_FILES)
                .toList();
        if (!kept.isEmpty()) {
            page.element("h3", "Kept files").open("ul");
            kept.forEach(file -> file(page.open("li", "class", "break"), file)
                    .text(" of " + file.key() + ", " + Plurals.grouped(file.bytes()) + " bytes")
                    .close());
            page.close();
        }
        page.close(2);
    }

    /** Adds the role of a file, which leads to its view where it is a trace. */
    static Markup file(Markup page, Entry.EvidenceKept kept) {
        return kept.role().equals(TRACE) || kept.role().startsWith(TRACE + "@")
                ? page.element("a", kept.role(), "href", ReviewText.place("trace", kept.digest()))
                : page.text(kept.role());
    }

    private static String late(List<Run> runs, LedgerView view) {
        long late = runs.stream().filter(view::isLate).count();
        return late == 0 ? "" : "; " + Plurals.of(late, "result") + " came after the run had been given up";
    }
}
