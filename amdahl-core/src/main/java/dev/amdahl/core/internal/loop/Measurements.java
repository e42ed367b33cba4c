package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.steps.StepNoise;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.FamilyContext;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.OutputRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the ledger holds on one family in the present epoch: noise and evidence runs, present regime, diagnosis, incumbent.
 *
 * @param design how runs that measure noise are made
 * @param family as the ledger knows it; empty if it is of another epoch
 * @param noise A/A runs
 * @param evidence evidence runs
 * @param pairs trials of experiments on the job as it is declared now
 * @param prior sd of d that is expected before any was measured
 * @param regime when the present regime began
 * @param now when this was read
 */
public record Measurements(
        Design design,
        Optional<Family> family,
        List<Run> noise,
        List<Run> evidence,
        List<Run> pairs,
        double prior,
        Instant regime,
        Instant now) {
    private static final Duration FAILURE_HOLDS = Duration.ofMinutes(10);
    private static final int FAILURES = 2;
    /** Pairs of unchanged runs with unequal output that show that it is not reproducible. */
    public static final int UNEQUAL = 2;
    /** Further pairs that are run where one has unequal output. */
    private static final int MORE = 2;
    /** Steps of a window that count, at least, as a multiple of what they remember. */
    private static final int MIN_COUNTED = 9;
    /** No pair of windows is taken to be quieter. */
    private static final double MIN_SIGMA = .005;
    /** A chosen constant; A/A runs weigh against the prior that it widens. */
    public static final double UNLOCKED_FACTOR = 1.5;

    /** Reads them from the ledger as of the cycle's last commit. */
    public static Measurements of(Cycle cycle, JobSpec job) {
        String epoch = epoch(job);
        Design design = noiseDesign(cycle.policy(), job);
        Optional<Family> family = cycle.view().family(job.family());
        List<Run> all = cycle.view().measurements(job.family()).stream()
                .filter(run -> run.plan()
                        .key()
                        .equals(key(job, run.plan().purpose(), run.plan().index())))
                .toList();
        List<Run> noise = all.stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.NOISE && run.plan().runs() == noiseRuns(design))
                .toList();
        return new Measurements(
                design,
                family.filter(seen -> seen.epoch().equals(epoch)),
                noise,
                all.stream()
                        .filter(run -> run.plan().purpose() == RunPurpose.EVIDENCE)
                        .toList(),
                pairs(cycle, job, family),
                cycle.policy().noisePrior(cycle.setup().scheduler().isCluster()),
                regime(cycle, job, noise, family),
                cycle.now());
    }

    private static List<Run> pairs(Cycle cycle, JobSpec job, Optional<Family> family) {
        Instant since = family.flatMap(seen -> seen.context().measuredSince()).orElse(Instant.MIN);
        return cycle.view().recentRuns(job.family()).stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() > 0)
                .filter(run -> !run.intendedAt().isBefore(since))
                .toList();
    }

    /** Of outputs not yet compared, only runs of the job as it is declared now can tell; those of a regime bound themselves. */
    private static Instant regime(Cycle cycle, JobSpec job, List<Run> noise, Optional<Family> family) {
        Instant regime = noise.isEmpty() ? Instant.MIN : BaselineRegime.since(job, runsOfEpoch(cycle, job, noise));
        return family.filter(seen ->
                        !job.outputs().isEmpty() && seen.outputReproducible().isEmpty())
                .map(Family::context)
                .filter(context -> context.regime() == 0)
                .flatMap(FamilyContext::measuredSince)
                .filter(regime::isBefore)
                .orElse(regime);
    }

    /** The runs of an epoch begin with those that measure its noise; of those that are made in another way each is another series. */
    private static List<Run> runsOfEpoch(Cycle cycle, JobSpec job, List<Run> noise) {
        Instant epoch = noise.get(0).intendedAt();
        Design design = noise.get(0).plan().runs();
        return cycle.view().recentRuns(job.family()).stream()
                .filter(run -> !run.intendedAt().isBefore(epoch) && run.plan().runs() == design)
                .toList();
    }

    /**
     * Returns how the noise of a job is measured: by probes where it declares them; by the steps of its evidence runs where all that may be
     * tried can be set while it runs; else by whole runs.
     */
    public static Design noiseDesign(LoopPolicy policy, JobSpec job) {
        if (job.probe().isPresent() && policy.designs().contains(Design.PROBE)) {
            return Design.PROBE;
        }
        if (job.field().isPresent() && policy.designs().contains(Design.FIELD)) {
            return Design.FIELD;
        }
        boolean isSwitched = policy.designs().contains(Design.WINDOWS)
                && !job.levers().isEmpty()
                && job.contributions().isEmpty()
                && job.source().isEmpty()
                && job.levers().stream().allMatch(lever -> lever.atRunTime().isPresent());
        return isSwitched ? Design.WINDOWS : Design.WHOLE;
    }

    /** The runs of the present epoch, from the first that measured its noise. */
    public List<Run> runsOfEpoch(Cycle cycle, JobSpec job) {
        return noise.isEmpty() ? List.of() : runsOfEpoch(cycle, job, noise);
    }

    /** Noise runs of the present regime. */
    private List<Run> present() {
        return noise.stream().filter(run -> !run.intendedAt().isBefore(regime)).toList();
    }

    /** Returns the key of a measurement: one of another accelerator type or code epoch has another key. */
    public static String key(JobSpec job, RunPurpose purpose, int index) {
        return Keys.run(purpose, job.family(), job.accelerators().type() + "/" + epoch(job), index, 1);
    }

    /** Returns the declared epoch of a job's code. */
    public static String epoch(JobSpec job) {
        return job.source().map(source -> source.epoch()).orElse("0");
    }

    /** Returns the promoted changes, in order. */
    public List<Fingerprint> incumbent() {
        return family.map(Family::incumbent).orElse(List.of());
    }

    /** Returns the diagnosis, however old. */
    public Optional<Diagnosis> diagnosis() {
        return family.flatMap(Family::diagnosis);
    }

    /** Where steps tell the noise and did not, whole runs do. */
    public static Design noiseRuns(Design design) {
        return design == Design.WINDOWS ? Design.WHOLE : design;
    }

    /** Returns whether there is a diagnosis that policy holds for too old to rest an experiment on. */
    public boolean isDiagnosisOutdated(Cycle cycle) {
        return cycle.policy().evidenceRuns() > 0
                && diagnosis().isPresent()
                && freshDiagnosis(cycle).isEmpty();
    }

    /** Returns the diagnosis, unless it is too old. */
    public Optional<Diagnosis> freshDiagnosis(Cycle cycle) {
        Instant oldest = cycle.now().minus(cycle.policy().evidenceAge());
        return family.filter(seen ->
                        seen.diagnosedAt().map(at -> !at.isBefore(oldest)).orElse(false))
                .flatMap(Family::diagnosis);
    }

    /** Results of noise runs that both arms survived. */
    public List<RunResult> noiseResults() {
        return sound(present()).stream().flatMap(run -> run.result().stream()).toList();
    }

    /**
     * Enough noise runs are over, measured or not; those left out are repeated as often again at most. Where one of few has unequal output,
     * others tell whether it always has.
     */
    public boolean isNoiseKnown(LoopPolicy policy) {
        return noiseLeft(policy) == 0;
    }

    /** Returns how many noise runs are still to be made, if each of them is sound. */
    public int noiseLeft(LoopPolicy policy) {
        List<Run> over = present().stream().filter(Measurements::isOver).toList();
        List<Run> counted = over.stream().filter(run -> !Trials.isVoid(run)).toList();
        long unequal = counted.stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> !result.mismatches().isEmpty())
                .count();
        int wanted = policy.noiseTrials() > 0 && unequal == 1
                ? Math.max(policy.noiseTrials(), 1 + MORE)
                : policy.noiseTrials();
        boolean isKnown = isBroken()
                || counted.size() >= wanted
                || over.size() >= 2 * wanted
                || (design == Design.WINDOWS && stepNoise().isPresent());
        return isKnown ? 0 : wanted - counted.size();
    }

    /** Returns whether a clock could wander in any of these runs: the prior noise is then taken {@value #UNLOCKED_FACTOR} times as large. */
    boolean isUnlocked() {
        return Stream.concat(noise.stream(), evidence.stream())
                .flatMap(run -> run.result().stream())
                .flatMap(result -> result.arms().stream())
                .anyMatch(arm -> arm.clockPolicy().equals(Optional.of(ClockPolicy.UNLOCKED)));
    }

    /**
     * Returns the standard deviation of the log ratio of a pair of equal arms: from A/A pairs and from those of all experiments of the present
     * regime, each set about its own mean, with the prior.
     */
    public double sigma() {
        return sigma(design);
    }

    /** Returns the same for pairs that are taken in another way than noise is measured: then only such pairs can tell, with the prior. */
    public double sigma(Design of) {
        Optional<StepNoise> steps = of == Design.WINDOWS ? stepNoise() : Optional.empty();
        if (steps.isPresent()) {
            double ofSteps = steps.get().ofPair(MIN_COUNTED * steps.get().memory());
            return Noise.sigma(new double[0], experiments(of), Math.max(MIN_SIGMA, ofSteps));
        }
        double[] unchanged = of == design ? logRatios(sound(present())) : new double[0];
        return Noise.sigma(unchanged, experiments(of), prior * (isUnlocked() ? UNLOCKED_FACTOR : 1));
    }

    /** Returns how the steps of the quietest evidence run vary, as what disturbs one comes from its host; empty if none timed any. */
    public Optional<StepNoise> stepNoise() {
        return evidence.stream()
                .filter(Measurements::isSound)
                .map(run -> StepNoise.of(run.result().orElseThrow().arms().get(0)))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(noise -> noise.ofPair(1)));
    }

    private List<double[]> experiments(Design of) {
        Map<String, List<Run>> sets = sound(pairs).stream()
                .filter(run -> !run.intendedAt().isBefore(regime) && run.plan().runs() == of)
                .collect(Collectors.groupingBy(
                        run -> run.plan().hypothesis() + "|" + run.plan().set(), TreeMap::new, Collectors.toList()));
        return sets.values().stream().map(Measurements::logRatios).toList();
    }

    private static List<Run> sound(List<Run> runs) {
        return runs.stream()
                .filter(run -> run.result()
                        .filter(result -> result.logRatio().isPresent()
                                && result.voidReason().isEmpty())
                        .isPresent())
                .toList();
    }

    private static double[] logRatios(List<Run> runs) {
        return runs.stream()
                .mapToDouble(run -> run.result().orElseThrow().logRatio().getAsDouble())
                .toArray();
    }

    /** Pairs of the unchanged job with itself, of the present regime, that were taken as a design takes them. */
    public List<Trial> unchanged(List<OutputRule> outputs, Design of) {
        return of == noiseRuns(design) ? Trials.unchanged(present(), outputs) : List.of();
    }

    /** Evidence runs since the present diagnosis; those that did not end well are forgotten after a while, for the job may be fixed. */
    List<Run> evidenceRound() {
        Instant diagnosed = family.flatMap(Family::diagnosedAt).orElse(Instant.MIN);
        Instant since = family.flatMap(seen -> seen.context().measuredSince()).orElse(Instant.MIN);
        Instant recent = now.minus(FAILURE_HOLDS);
        return evidence.stream()
                .filter(run ->
                        run.intendedAt().isAfter(diagnosed) && !run.intendedAt().isBefore(since))
                .filter(run -> isSound(run) || run.intendedAt().isAfter(recent))
                .toList();
    }

    private static boolean isSound(Run run) {
        return run.state() == RunState.COLLECTED
                && run.result().orElseThrow().arms().get(0).isSuccess();
    }

    /** Evidence runs of the round that ended well. */
    public List<Run> soundEvidence() {
        return evidenceRound().stream().filter(Measurements::isSound).toList();
    }

    /** Returns the sound evidence runs of the present regime, those that the diagnosis rests on among them. */
    public List<Run> evidenceOfRegime() {
        Instant since = family.flatMap(seen -> seen.context().measuredSince()).orElse(Instant.MIN);
        return evidence.stream()
                .filter(run -> isSound(run) && !run.intendedAt().isBefore(since))
                .toList();
    }

    /** Evidence runs of the round in which the unchanged job itself failed. */
    public List<Run> failedEvidence() {
        return evidenceRound().stream()
                .filter(run -> isOver(run) && run.result().isPresent() && !isSound(run))
                .toList();
    }

    /** Evidence runs of the round that are over without a result, which says nothing of the job. */
    List<Run> lostEvidence() {
        return evidenceRound().stream()
                .filter(run -> isOver(run) && run.result().isEmpty())
                .toList();
    }

    /** Returns whether the round has had all the runs that policy allows it. */
    public boolean isEvidenceExhausted(LoopPolicy policy) {
        int lost = lostEvidence().size();
        return lost >= policy.attempts()
                || evidenceRound().size() - lost >= policy.evidenceRuns() + policy.attempts() - 1;
    }

    /** Returns how many evidence runs a diagnosis still takes, if each of them is sound. */
    public int evidenceLeft(Cycle cycle, JobSpec job) {
        boolean isMissing = freshDiagnosis(cycle).isEmpty() && !isEvidenceExhausted(cycle.policy()) && !isBroken();
        return isMissing
                ? Math.max(0, cycle.setup().evidenceRuns(job) - soundEvidence().size())
                : 0;
    }

    /** The unchanged job failed whenever it was run for evidence. */
    public boolean isBroken() {
        return diagnosis().isEmpty()
                && soundEvidence().isEmpty()
                && failedEvidence().size() >= FAILURES;
    }

    /** Returns how the unchanged job failed last, when nothing watched it. */
    public String whyBroken() {
        List<Run> runs = failedEvidence();
        RunResult failed = runs.get(runs.size() - 1).result().orElseThrow();
        return "the unchanged job fails: " + VerdictText.end(failed.arms().get(0));
    }

    /** Returns why the unchanged job was not run when it was to be measured last; empty if it was, or may have been. */
    public Optional<String> whyNotRun() {
        return Stream.concat(noise.stream(), evidence.stream())
                .max(Comparator.comparing(Run::intendedAt))
                .filter(run -> run.state() == RunState.CANCELLED && run.note().startsWith(VerdictText.CANNOT_BE))
                .map(Run::note);
    }

    /** Returns why nothing is known of the job, if that is for want of a result; it is tried again after a while. */
    public Optional<String> whyLost(LoopPolicy policy) {
        List<Run> lost = lostEvidence();
        return diagnosis().isPresent() || lost.size() < policy.attempts()
                ? Optional.empty()
                : Optional.of("its evidence runs were lost " + lost.size() + " times, tried again "
                        + FAILURE_HOLDS.toMinutes() + " minutes after the last: "
                        + lost.get(lost.size() - 1).note());
    }

    static boolean isOver(Run run) {
        return !run.state().isInFlight();
    }
}
