package dev.amdahl.core.internal.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.report.picture.AccountsPicture;
import dev.amdahl.core.internal.report.picture.AmdahlPicture;
import dev.amdahl.core.internal.report.picture.LadderPicture;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.TimelinePicture;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One job: its timeline, where its seconds went in both views, and what removing each class would bring at most. */
final class JobSection {
    private static final int MAX_FINDINGS = 6;
    /** A speed-up for which no curve is drawn. */
    private static final double LITTLE = 1.1;

    private JobSection() {}

    /** Returns where the pages say more of a job. */
    static String anchor(String name) {
        return "job-" + Hashing.sha256().hashString(name, UTF_8).toString().substring(0, 10);
    }

    static Markup of(Family family, Optional<TimelinePicture.Drawn> timeline, boolean isLookedFor) {
        Markup page = new Markup()
                .open("section", "id", anchor(family.name()), "class", "card")
                .said("h3", family.name());
        boolean isTold = family.diagnosis().filter(Diagnosis::isExplained).isPresent();
        if (timeline.isEmpty() && !isTold) {
            page.element(
                    "p",
                    "Where this job's time goes is unknown: it writes no trace. Three lines in a script do, with the file that"
                            + " amdahl init --python-helper FOLDER writes (docs/pytorch.md).",
                    "class",
                    "soft");
            return page.close().line();
        }
        page.element(
                "p",
                "accelerator " + family.acceleratorType() + ", code epoch " + family.epoch(),
                "class",
                "soft break",
                "dir",
                "auto");
        if (family.diagnosis().isPresent()) {
            accounts(page, family.diagnosis().get(), timeline.isPresent());
        } else {
            page.element("p", "Not measured yet: no evidence run has been diagnosed.", "class", "soft");
        }
        if (timeline.isPresent()) {
            page.open("details").element("summary", "Timeline of one run");
            page.open("figure").element("figcaption", timeline.get().title() + ": states above, reasons below");
            page.add(timeline.get().inline()).close(2);
        } else if (isLookedFor) {
            page.element("p", "No timeline: no evidence run left a trace that a profiler can read.", "class", "soft");
        }
        return page.close().line();
    }

    private static void accounts(Markup page, Diagnosis diagnosis, boolean hasTimeline) {
        String runs = runs(diagnosis);
        page.open("figure").element("figcaption", "Where the time went, " + runs);
        page.add(AccountsPicture.draw(diagnosis)).close();
        page.open("details").element("summary", "Ceilings: what removing each loss would bring at most");
        page.open("div", "class", "two");
        if (AmdahlPicture.most(diagnosis) > LITTLE) {
            page.open("figure")
                    .element("figcaption", "Amdahl's curve, " + runs + ": if only the compute kernels got faster");
            page.add(AmdahlPicture.draw(diagnosis)).close();
        } else {
            page.element(
                    "p",
                    "Infinitely fast kernels would make this job at most "
                            + Numbers.factor(AmdahlPicture.most(diagnosis)) + " faster: do not optimize kernels here.");
        }
        page.open("figure")
                .element(
                        "figcaption",
                        "Ladder of ceilings, " + runs + ": accelerator time left without a loss and those above it");
        page.add(LadderPicture.draw(diagnosis)).close(2);
        List<ClassCeiling> ceilings = Ceilings.of(diagnosis);
        page.open("div", "class", "two").open("div");
        page.element("h4", "Ceilings, largest first");
        page.foldingTable("if this vanished", ">accelerator time", ">share", ">at most", ">on the wall");
        Unit unit = AccountsPicture.unit(diagnosis);
        ceilings.forEach(ceiling -> row(page, unit, name(ceiling), ceiling));
        if (ceilings.size() > 2) {
            row(page, unit, "the top two together", combined(diagnosis, ceilings.subList(0, 2)));
        }
        if (ceilings.size() > 1) {
            row(page, unit, "all of them together", combined(diagnosis, ceilings));
        }
        page.endTable().close(2).open("div").element("h4", "How far to trust it");
        double unknown = diagnosis.acceleratorSeconds(Bottleneck.UNATTRIBUTED);
        boolean isMuch = diagnosis.unattributedShareOfGaps() > .1;
        page.element(
                "p",
                "Unattributed: " + unit.words(unknown) + " of " + unit.words(diagnosis.acceleratorSeconds())
                        + " accelerator time, " + Numbers.percent(diagnosis.unattributedShareOfGaps())
                        + " of the gaps" + (isMuch ? "; above 10 % a deeper profile is needed." : "."),
                "class",
                isMuch ? "red" : "");
        if (hasTimeline && diagnosis.evidence().size() > 1) {
            page.element("p", "The timeline is of one of the runs; all else of this job is their mean.");
        }
        findings(page, diagnosis.findings());
        page.close(3);
    }

    private static String runs(Diagnosis diagnosis) {
        int runs = diagnosis.evidence().size();
        return runs < 2 ? "one evidence run" : "mean of " + Plurals.of(runs, "evidence run");
    }

    private static void findings(Markup page, List<String> findings) {
        int shown = Math.min(MAX_FINDINGS, findings.size());
        if (shown > 0) {
            list(page, findings.subList(0, shown));
        }
        if (shown < findings.size()) {
            page.open("details").element("summary", Plurals.of(findings.size() - shown, "more finding"));
            list(page, findings.subList(shown, findings.size()));
            page.close();
        }
    }

    private static void list(Markup page, List<String> findings) {
        page.open("ul");
        findings.forEach(finding -> page.said("li", finding));
        page.close();
    }

    private static ClassCeiling combined(Diagnosis diagnosis, List<ClassCeiling> ceilings) {
        return Ceilings.combined(
                diagnosis,
                ceilings.stream().flatMap(ceiling -> ceiling.classes().stream()).collect(Collectors.toSet()));
    }

    private static String name(ClassCeiling ceiling) {
        return ceiling.classes().stream().map(Bottleneck::label).sorted().collect(Collectors.joining(", "));
    }

    private static void row(Markup page, Unit unit, String name, ClassCeiling ceiling) {
        page.open("tr").element("td", name, "class", "whole");
        page.figure("accelerator time", unit.words(ceiling.acceleratorSeconds()));
        page.figure("share", Numbers.percent(ceiling.acceleratorShare()));
        page.figure("at most", Numbers.factor(ceiling.acceleratorCeiling()));
        page.figure("on the wall", Numbers.factor(ceiling.wallCeiling())).close();
    }
}
