package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Artifacts;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.OrderDraw;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.internal.loop.screen.ContextChange;
import dev.amdahl.core.internal.steps.StepLog;
import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.JobRunFacts;
import dev.amdahl.core.internal.timeline.StepTotals;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Measures what is not known of a job: traced evidence runs for its diagnosis, A/A runs for its noise. */
public final class Profile {
    private static final int SEED_SHIFT = 33;

    /** What is shorter is how long a scheduler takes to start a job, not a queue. */
    private static final double MIN_QUEUE_SECONDS = 2;

    /** The type of accelerators of a job that holds none. */
    private static final String NO_DEVICE = "cpu";

    private final Cycle cycle;
    private final RunAccounts accounts;
    private final Dispatch dispatch;

    /** Measures in one cycle. */
    public Profile(Cycle cycle, RunAccounts accounts, Dispatch dispatch) {
        this.cycle = cycle;
        this.accounts = accounts;
        this.dispatch = dispatch;
    }

    /** Reads finished evidence, and starts what is missing, in the order of the scan. */
    public void run(List<JobSpec> ranked) {
        for (JobSpec job : ranked) {
            cycle.isolated(job.family(), () -> run(job));
        }
    }

    private void run(JobSpec job) {
        Measurements before = Measurements.of(cycle, job);
        Measurements measured =
                new ContextChange(cycle).isOtherRegime(job, before) ? Measurements.of(cycle, job) : before;
        diagnose(job, measured);
        checkOutput(job, measured);
        measured.whyNotRun().ifPresent(why -> cycle.fault(job.family(), why));
        next(job, Measurements.of(cycle, job)).ifPresent(dispatch::start);
    }

    private Optional<RunPlan> next(JobSpec job, Measurements measured) {
        LoopPolicy policy = cycle.policy();
        boolean waiting = cycle.inFlight().stream()
                .anyMatch(run -> run.plan().family().equals(job.family())
                        && !run.plan().purpose().isOfExperiment());
        if (waiting) {
            return Optional.empty();
        }
        if (measured.evidenceLeft(cycle, job) > 0) {
            return Optional.of(plan(job, RunPurpose.EVIDENCE, measured.evidence()));
        }
        return measured.isNoiseKnown(policy) || measured.whyLost(policy).isPresent()
                ? Optional.empty()
                : Optional.of(plan(job, RunPurpose.NOISE, measured.noise()));
    }

    private RunPlan plan(JobSpec job, RunPurpose purpose, List<Run> earlier) {
        int index = nextIndex(job, purpose, earlier);
        Design design = purpose == RunPurpose.NOISE
                ? Measurements.noiseRuns(Measurements.noiseDesign(cycle.policy(), job))
                : Design.WHOLE;
        return accounts.plan(
                job,
                new RunPlan(
                                Measurements.key(job, purpose, index),
                                purpose,
                                job.family(),
                                "",
                                0,
                                index,
                                1,
                                purpose == RunPurpose.NOISE
                                        && OrderDraw.isVariantFirst(Keys.seed(purpose, job.family()), 1, index),
                                Keys.seed(purpose, job.family(), index) >>> SEED_SHIFT,
                                0)
                        .of(design));
    }

    /** Returns the first that is free: of an epoch that comes back, older runs may lie outside the window. */
    private int nextIndex(JobSpec job, RunPurpose purpose, List<Run> earlier) {
        int index =
                earlier.isEmpty() ? 1 : earlier.get(earlier.size() - 1).plan().index() + 1;
        while (cycle.view().run(Measurements.key(job, purpose, index)).isPresent()) {
            index++;
        }
        return index;
    }

    /**
     * Unchanged runs that differ under the declared comparison as a rule: the family's outputs can veto nothing. One pair that differs among
     * several, or that could not be repeated yet, is a job whose output differs now and then, which is told apart when outputs are compared.
     */
    private void checkOutput(JobSpec job, Measurements measured) {
        boolean unknown = measured.family()
                .filter(family -> family.outputReproducible().isEmpty())
                .isPresent();
        List<RunResult> results = measured.noiseResults();
        boolean isCompared = measured.design() != Design.FIELD;
        if (isCompared
                && unknown
                && !job.outputs().isEmpty()
                && !results.isEmpty()
                && measured.isNoiseKnown(cycle.policy())) {
            List<RunResult> differing = results.stream()
                    .filter(result -> !result.mismatches().isEmpty())
                    .toList();
            boolean isRule = differing.size() >= Measurements.UNEQUAL;
            String unequal = differing.stream()
                    .flatMap(result -> result.mismatches().stream())
                    .distinct()
                    .collect(Collectors.joining(", "));
            cycle.commit(new Entry.OutputChecked(job.family(), !isRule));
            if (isRule) {
                cycle.note(job.family() + ": OUTPUT_NOT_REPRODUCIBLE, " + differing.size() + " of " + results.size()
                        + " pairs of unchanged runs differ in " + unequal
                        + ", or did not write it where it was declared; outputs veto nothing");
            } else if (!differing.isEmpty()) {
                cycle.note(job.family() + ": one of " + results.size() + " pairs of unchanged runs differs in "
                        + unequal + ": the output is repeated wherever the arms of a trial differ");
            }
        }
    }

    private void diagnose(JobSpec job, Measurements measured) {
        List<Run> sound = measured.soundEvidence();
        boolean enough =
                sound.size() >= cycle.setup().evidenceRuns(job) || measured.isEvidenceExhausted(cycle.policy());
        if (sound.isEmpty() || !enough || measured.freshDiagnosis(cycle).isPresent()) {
            if (measured.isBroken()) {
                cycle.note(job.family() + ": " + measured.whyBroken());
            }
            if (measured.whyNotRun().isEmpty()) {
                measured.whyLost(cycle.policy()).ifPresent(why -> cycle.note(job.family() + ": " + why));
            }
            return;
        }
        HotNames hot = new HotNames();
        List<Diagnosis> diagnoses =
                sound.stream().map(run -> read(job, run, hot)).toList();
        Diagnosis diagnosis = Diagnoses.mean(diagnoses);
        cycle.commit(new Entry.Diagnosed(Diagnoses.led(hot.sentences(), diagnosis)));
        for (String finding : diagnosis.findings()) {
            cycle.note(job.family() + ": " + finding);
        }
    }

    private Diagnosis read(JobSpec job, Run run, HotNames hot) {
        ArmResult arm = run.result().orElseThrow().arms().get(0);
        Instant start = arm.started().orElse(run.intendedAt());
        Duration wall = Duration.ofNanos(Math.round(arm.wallSeconds().orElse(0) * 1e9));
        List<String> problems = new ArrayList<>(arm.notes().stream()
                .filter(note -> note.startsWith("of ") || note.startsWith("accelerators by node"))
                .toList());
        JobRunFacts facts = new JobRunFacts(
                run.plan().key(),
                start,
                start.plus(wall),
                queueSeconds(arm),
                0,
                job.accelerators().count(),
                Artifacts.cores(cycle.setup(), run),
                job.accelerators().type().equals(NO_DEVICE),
                steps(arm, problems));
        List<dev.amdahl.spi.profiler.Profile> profiles = Artifacts.profiles(cycle, job, run, arm, problems);
        hot.add(profiles);
        Diagnosis diagnosis = Diagnose.diagnose(job.family(), facts, profiles);
        SourceSites sites = SourceSites.of(cycle.setup(), job, profiles);
        problems.addAll(sites.findings());
        return Diagnoses.with(diagnosis, problems, sites.places());
    }

    private static Optional<StepTotals> steps(ArmResult arm, List<String> problems) {
        Optional<Path> folder = arm.folder().filter(path -> Files.isRegularFile(path.resolve(StepLog.FILE)));
        if (folder.isPresent()) {
            try {
                return Optional.of(StepLog.read(folder.get()).totals());
            } catch (StepLog.UnusableException unusable) {
                problems.add("of the evidence run, " + unusable.getMessage());
            }
        }
        return Optional.empty();
    }

    private static double queueSeconds(ArmResult arm) {
        double seconds = arm.covariates().getOrDefault(Covariate.QUEUE_SECONDS, 0.0);
        return seconds >= MIN_QUEUE_SECONDS ? seconds : 0;
    }
}
