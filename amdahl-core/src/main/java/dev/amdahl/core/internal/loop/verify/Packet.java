package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.TracedWin;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.Twin;
import dev.amdahl.core.internal.loop.WholeRuns;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a person is shown before a promotion. */
record Packet(
        Hypothesis hypothesis,
        Comparison comparison,
        List<Vote> votes,
        List<String> warnings,
        List<String> notes,
        List<String> notChecked,
        String evidenceHead,
        Optional<ExpectedSaving> saving)
        implements ReviewPacket {
    /** What an approval of a change of code must come with. */
    static final String AUDIT = "a change of code needs a note on which parts were read (review approve --audit)";

    private static final double SECONDS_PER_HOUR = 3600;

    static Packet of(Cycle cycle, Dossier dossier, String evidenceHead) {
        return new Packet(
                dossier.hypothesis(),
                dossier.comparison().orElseThrow(),
                dossier.votes(),
                warnings(cycle, dossier),
                notes(cycle.view(), dossier),
                dossier.votes().stream()
                        .flatMap(vote -> vote.notApplicable().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                evidenceHead,
                cycle.job(dossier).flatMap(job -> saving(cycle.view(), job, dossier)));
    }

    /** Runs a week times the median baseline arm of the experiment times what is saved of it. */
    private static Optional<ExpectedSaving> saving(LedgerView view, JobSpec job, Dossier dossier) {
        Comparison comparison = OwnMetric.billed(view, dossier);
        double[] seconds = (WholeRuns.isChecked(dossier)
                        ? WholeRuns.baselines(view, dossier)
                        : Trials.of(view, dossier).all().stream().map(Trial::baseline))
                .flatMapToDouble(arm -> arm.wallSeconds().stream())
                .sorted()
                .toArray();
        if (seconds.length == 0
                || job.runsPerWeek().isEmpty()
                || comparison.ratio().isEmpty()) {
            return Optional.empty();
        }
        double hours = seconds[seconds.length / 2]
                / SECONDS_PER_HOUR
                * job.accelerators().count()
                * job.runsPerWeek().getAsDouble();
        double point = 1 - comparison.ratio().getAsDouble();
        double least = Math.max(0, Math.min(point, 1 - comparison.upper().orElse(1)));
        return Optional.of(new ExpectedSaving(
                hours * point,
                hours * least,
                job.price().map(Price::perAcceleratorHour).orElse(0.0),
                job.price().map(Price::currency).orElse("")));
    }

    private static boolean isExaminedOnce(List<Vote> votes) {
        return votes.stream().anyMatch(vote -> vote.refuter().equals(Panel.EXAMINATION))
                && votes.stream().noneMatch(vote -> vote.refuter().startsWith(Panel.SUBSET));
    }

    /** Returns what is true of this change: what speaks most against believing the measurements comes first. */
    private static List<String> warnings(Cycle cycle, Dossier dossier) {
        LedgerView view = cycle.view();
        List<String> warnings = new ArrayList<>(RedLines.of(view, dossier));
        if (isExaminedOnce(dossier.votes())) {
            warnings.add("one examination: with fewer than " + Panel.MIN_PAIRS_FOR_SUBSETS
                    + " pairs its stability in subsets cannot be checked");
        }
        if (dossier.hypothesis().provenance().isExperimental()) {
            warnings.add("experimental idea: not yet known to have worked elsewhere");
        }
        dossier.rationale().ifPresent(rationale -> warnings.addAll(rationale.warnings()));
        Trials trials = Trials.of(view, dossier);
        if (trials.all().stream().allMatch(trial -> trial.baseline().workUnits().isEmpty())
                && dossier.experiment().orElseThrow().plan().outputs().isEmpty()) {
            warnings.add("work not checked: the job declares neither work units nor output");
        }
        if (view.family(dossier.hypothesis().family())
                .flatMap(family -> family.outputReproducible())
                .filter(reproducible -> !reproducible)
                .isPresent()) {
            warnings.add("output not reproducible: two unchanged runs differ, so outputs were not compared");
        }
        if (dossier.experiment().orElseThrow().plan().sampled().design() == Design.WINDOWS) {
            warnings.add("output not compared: both settings ran in one process, so its output is that of both");
        }
        if (dossier.experiment().orElseThrow().plan().sampled().design() == Design.FIELD) {
            warnings.add(outputOfScheduledRuns(view, dossier));
        }
        Disclosure.of(view, dossier).leftOut().ifPresent(warnings::add);
        warnings.addAll(Irregular.lines(trials));
        OtherFigures.line(
                        trials,
                        dossier.experiment().orElseThrow().plan(),
                        cycle.setup().resampler())
                .ifPresent(warnings::add);
        return List.copyOf(warnings);
    }

    private static String outputOfScheduledRuns(LedgerView view, Dossier dossier) {
        List<Run> twins = view.runsOf(dossier.id()).stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.TWIN && run.result().isPresent())
                .toList();
        boolean isUnrepeatable = new Twin(twins, 0).isUnrepeatable();
        if (twins.isEmpty() || isUnrepeatable) {
            return "output not compared: "
                    + (isUnrepeatable
                            ? "the unchanged job writes something different each time"
                            : "the job never runs twice on one input");
        }
        return "output compared on one input only, in " + Plurals.of(twins.size(), "pair")
                + " before any scheduled run had the change; scheduled runs have different inputs";
    }

    private static Optional<String> sampled(Dossier dossier) {
        return dossier.experiment()
                .map(experiment -> experiment.plan().sampled())
                .filter(sampling -> sampling.design() != Design.WHOLE)
                .map(sampling -> "measured by " + sampling.design().text() + ": " + sampling.reason());
    }

    /** Returns what is the same for every change of its kind of this job. */
    private static List<String> notes(LedgerView view, Dossier dossier) {
        List<String> notes = new ArrayList<>();
        if (dossier.hypothesis().needsBuild()) {
            notes.add(AUDIT);
        }
        WholeRuns.of(view, dossier, Optional.empty()).map(WholeRuns::sentence).ifPresent(notes::add);
        sampled(dossier).ifPresent(notes::add);
        TracedWin.sentence(view, dossier).ifPresent(notes::add);
        notes.addAll(Disclosure.of(view, dossier).circumstances());
        if (Trials.of(view, dossier).all().stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .anyMatch(arm -> arm.clockPolicy().equals(Optional.of(ClockPolicy.UNLOCKED)))) {
            notes.add("clocks not locked: the noise was assumed to be " + Measurements.UNLOCKED_FACTOR
                    + " times as large");
        }
        return List.copyOf(notes);
    }
}
