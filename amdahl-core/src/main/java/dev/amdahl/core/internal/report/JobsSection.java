package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.internal.report.picture.TimelinePicture;
import dev.amdahl.core.internal.report.picture.WastePicture;
import dev.amdahl.core.internal.timeline.JobRunFacts;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The jobs, those that lose most first: some with their timelines and ceilings, the others a line each. */
final class JobsSection {
    private static final int MAX_DETAILED = 16;
    private static final int ROOM = 1_200_000;
    private static final int LINE_ROOM = 200_000;
    private static final int MAX_LENGTH = 80;

    private JobsSection() {}

    /** Returns the jobs in order of what they lose. */
    static List<Family> order(LedgerView view, ReportInputs inputs, Map<String, Double> baselines) {
        Map<String, Double> lost = new LinkedHashMap<>();
        for (WastePicture.Bar bar : WasteSection.diagnosed(view, inputs, baselines)) {
            lost.put(bar.name(), bar.hours());
        }
        List<Family> families = new ArrayList<>(view.families());
        families.sort(Comparator.comparingDouble((Family family) -> -lost.getOrDefault(family.name(), -1.0))
                .thenComparing(Family::name));
        return families;
    }

    /** Returns the drawings of the jobs that are shown whole, by name. */
    static Map<String, TimelinePicture.Drawn> timelines(LedgerView view, ReportInputs inputs, List<Family> families) {
        Map<String, TimelinePicture.Drawn> drawn = new LinkedHashMap<>();
        for (Family family : families.subList(0, Math.min(MAX_DETAILED, families.size()))) {
            inputs.timeline(family.name())
                    .filter(timeline -> timeline.endNanos() > timeline.startNanos())
                    .ifPresent(timeline -> drawn.put(
                            family.name(),
                            TimelinePicture.draw(
                                    family.name(),
                                    timeline,
                                    facts(view, timeline, family.name(), inputs.job(family.name())))));
        }
        return drawn;
    }

    /**
     * Writes the jobs.
     *
     * @param drawn the timelines by name; empty where none were looked for
     */
    static void add(Markup page, List<Family> families, Optional<Map<String, TimelinePicture.Drawn>> drawn) {
        if (families.isEmpty()) {
            return;
        }
        page.element("h2", "Jobs", "id", "jobs");
        int room = page.bytes() + ROOM;
        int shown = 0;
        for (boolean isRoom = true; isRoom && shown < Math.min(MAX_DETAILED, families.size()); ) {
            Family family = families.get(shown);
            Markup job = JobSection.of(
                    family, drawn.flatMap(known -> Optional.ofNullable(known.get(family.name()))), drawn.isPresent());
            isRoom = page.bytes() + job.bytes() <= room;
            if (isRoom) {
                page.add(job);
                shown++;
            }
        }
        if (shown < families.size()) {
            rest(page, families.subList(shown, families.size()));
        }
    }

    private static void rest(Markup page, List<Family> rest) {
        page.open("details", "class", "card");
        page.element("summary", Plurals.of(rest.size(), "more job") + " with less loss, a line each");
        page.table("job", "accelerator", "largest loss", ">lost share");
        int most = page.bytes() + LINE_ROOM;
        int shown = 0;
        while (shown < rest.size() && page.bytes() < most) {
            Family family = rest.get(shown++);
            page.open("tr", "id", JobSection.anchor(family.name()))
                    .said("td", PlainText.cut(family.name(), MAX_LENGTH));
            page.said("td", PlainText.cut(family.acceleratorType(), MAX_LENGTH));
            Optional<Bottleneck> top = family.diagnosis().flatMap(known -> known.topLoss());
            page.element(
                    "td", top.map(Bottleneck::label).orElse(family.diagnosis().isPresent() ? "none" : "not measured"));
            page.element(
                    "td",
                    top.flatMap(worst -> family.diagnosis()
                                    .map(known -> Numbers.percent(known.acceleratorSeconds(worst)
                                            / Math.max(1e-9, known.acceleratorSeconds()))))
                            .orElse("-"),
                    "class",
                    "n");
            page.close();
        }
        page.endTable();
        if (shown < rest.size()) {
            page.element(
                    "p",
                    "Left out of this page: " + Plurals.of(rest.size() - shown, "more job")
                            + ". `ledger export` has all of them.");
        }
        page.close();
    }

    /** Returns what is known of the newest evidence run that the timeline lies in. */
    private static Optional<JobRunFacts> facts(
            LedgerView view, Timeline timeline, String family, Optional<JobSpec> job) {
        List<Run> runs = view.measurements(family);
        for (int i = runs.size() - 1; i >= 0 && timeline.isEpochBased(); i--) {
            Run run = runs.get(i);
            Optional<ArmResult> arm = run.result()
                    .filter(result -> run.plan().purpose() == RunPurpose.EVIDENCE)
                    .flatMap(result -> result.arms().stream().findFirst())
                    .filter(known ->
                            known.started().isPresent() && known.wallSeconds().isPresent());
            Optional<JobRunFacts> facts = arm.map(known -> facts(run, known, timeline, job));
            if (facts.filter(known -> isWithin(timeline, known)).isPresent()) {
                return facts;
            }
        }
        return Optional.empty();
    }

    private static JobRunFacts facts(Run run, ArmResult arm, Timeline timeline, Optional<JobSpec> job) {
        Instant start = arm.started().orElseThrow();
        return new JobRunFacts(
                run.plan().key(),
                start,
                start.plusNanos(Math.round(1e9 * arm.wallSeconds().orElseThrow())),
                Math.max(0, arm.covariates().getOrDefault(Covariate.QUEUE_SECONDS, 0.0)),
                0,
                Math.max(1, job.map(spec -> spec.accelerators().count()).orElse(timeline.accelerators())),
                OptionalInt.empty());
    }

    private static boolean isWithin(Timeline timeline, JobRunFacts facts) {
        return nanos(facts.processStart()) <= timeline.startNanos() && nanos(facts.processEnd()) >= timeline.endNanos();
    }

    private static long nanos(Instant instant) {
        return Duration.between(Instant.EPOCH, instant).toNanos();
    }
}
