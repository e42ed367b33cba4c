package dev.amdahl.spi.experiment;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The measured result of one arm. A figure that was not measured is empty or absent, never 0. Components may be added: begin with {@link
 * #succeeded}, {@link #failed} or {@link #notRun} and add what was measured, each call returns a changed copy.
 *
 * @param name {@code a} or {@code b}
 * @param exitCode the exit code; 128 + n for signal n; empty if the arm never started
 * @param isTimedOut whether it was stopped at its time limit
 * @param started when it started
 * @param wallSeconds wall seconds of the command
 * @param cpuSeconds user and system CPU seconds of the command's tree
 * @param workUnits work done, as the job counts it
 * @param metrics named numbers: those asked for, and those the job wrote into {@code AMDAHL_METRICS}
 * @param digests SHA-256 by output: declared ones under their paths, files of {@code AMDAHL_OUTPUT} as {@code AMDAHL_OUTPUT/path}
 * @param inputDigest a digest of the input, as the job reports it
 * @param covariates figures of the run's circumstances that were recorded
 * @param circumstances what it ran on and under, as far as it was recorded
 * @param folder where its files are, if this machine can see them: {@code stdout}, {@code stderr}, {@code metrics.json}, {@code
 *     trace.json}, what it wrote into {@code AMDAHL_OUTPUT} under {@code output/}, and its declared files under {@code run/}
 * @param sharedProcess the process or allocation that it shares with other results of its arm; empty for a run of its own
 * @param notes what was asked for and could not be measured, and why; may quote the job, so untrusted
 */
public record ArmResult(
        String name,
        OptionalInt exitCode,
        boolean isTimedOut,
        Optional<Instant> started,
        OptionalDouble wallSeconds,
        OptionalDouble cpuSeconds,
        OptionalDouble workUnits,
        Map<String, Double> metrics,
        Map<String, String> digests,
        Optional<String> inputDigest,
        Map<Covariate, Double> covariates,
        Map<EnvironmentFact, String> circumstances,
        Optional<Path> folder,
        Optional<String> sharedProcess,
        List<String> notes) {
    private static final String PHASE = "phase.";
    /** What {@code timeout} exits with. */
    private static final int TIMED_OUT = 124;

    public ArmResult {
        metrics = Map.copyOf(metrics);
        digests = Map.copyOf(digests);
        covariates = Map.copyOf(covariates);
        circumstances = Map.copyOf(circumstances);
        notes = List.copyOf(notes);
    }

    /** Returns a run that exited with 0 after so many seconds, of which nothing else was measured. */
    public static ArmResult succeeded(String name, double wallSeconds) {
        return of(name, OptionalInt.of(0), OptionalDouble.of(wallSeconds));
    }

    /** Returns a run that exited with a code, of which nothing else was measured. */
    public static ArmResult failed(String name, int exitCode) {
        return of(name, OptionalInt.of(exitCode), OptionalDouble.empty());
    }

    /** Returns an arm that never started. */
    public static ArmResult notRun(String name) {
        return of(name, OptionalInt.empty(), OptionalDouble.empty());
    }

    private static ArmResult of(String name, OptionalInt exitCode, OptionalDouble wallSeconds) {
        return new ArmResult(
                name,
                exitCode,
                false,
                Optional.empty(),
                wallSeconds,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Returns a copy that exited with a code, or never started. */
    public ArmResult exited(OptionalInt code) {
        return with(draft -> draft.exitCode = code);
    }

    /** Returns a copy that was stopped at its time limit, with the exit code of {@code timeout}. */
    public ArmResult timedOut() {
        return with(draft -> {
            draft.exitCode = OptionalInt.of(TIMED_OUT);
            draft.isTimedOut = true;
        });
    }

    /** Returns a copy with its start. */
    public ArmResult startedAt(Instant time) {
        return with(draft -> draft.started = Optional.of(time));
    }

    /** Returns a copy without the figures that are not finite: they were not measured. */
    public ArmResult finite() {
        return with(draft -> {
            draft.wallSeconds = finite(wallSeconds);
            draft.cpuSeconds = finite(cpuSeconds);
            draft.workUnits = finite(workUnits);
            draft.metrics = finite(metrics);
            draft.covariates = finite(covariates);
        });
    }

    private static OptionalDouble finite(OptionalDouble figure) {
        return Double.isFinite(figure.orElse(0)) ? figure : OptionalDouble.empty();
    }

    private static <K> Map<K, Double> finite(Map<K, Double> figures) {
        Map<K, Double> finite = new HashMap<>(figures);
        finite.values().removeIf(figure -> !Double.isFinite(figure));
        return finite;
    }

    /** Returns a copy that took so many wall seconds. */
    public ArmResult wall(double seconds) {
        return with(draft -> draft.wallSeconds = OptionalDouble.of(seconds));
    }

    /** Returns a copy with the CPU seconds of its tree. */
    public ArmResult cpu(double seconds) {
        return with(draft -> draft.cpuSeconds = OptionalDouble.of(seconds));
    }

    /** Returns a copy with its work counted. */
    public ArmResult work(double units) {
        return with(draft -> draft.workUnits = OptionalDouble.of(units));
    }

    /** Returns a copy whose work is not counted. */
    public ArmResult uncounted() {
        return with(draft -> draft.workUnits = OptionalDouble.empty());
    }

    /** Returns a copy with one more metric. */
    public ArmResult metric(String metric, double value) {
        return with(draft -> draft.metrics = put(metrics, metric, value));
    }

    /** Returns a copy with these metrics alone. */
    public ArmResult metrics(Map<String, Double> values) {
        return with(draft -> draft.metrics = values);
    }

    /** Returns a copy with the digest of one more output. */
    public ArmResult digest(String path, String sha256) {
        return with(draft -> draft.digests = put(digests, path, sha256));
    }

    /** Returns a copy with these digests of outputs alone. */
    public ArmResult digests(Map<String, String> byPath) {
        return with(draft -> draft.digests = byPath);
    }

    /** Returns a copy with a digest of its input. */
    public ArmResult input(String digest) {
        return with(draft -> draft.inputDigest = Optional.of(digest));
    }

    /** Returns a copy with one more covariate. */
    public ArmResult covariate(Covariate covariate, double value) {
        return with(draft -> draft.covariates = put(covariates, covariate, value));
    }

    /** Returns a copy with these covariates alone. */
    public ArmResult covariates(Map<Covariate, Double> values) {
        return with(draft -> draft.covariates = values);
    }

    /** Returns a copy with one more circumstance. */
    public ArmResult circumstance(EnvironmentFact circumstance, String text) {
        return with(draft -> draft.circumstances = put(circumstances, circumstance, text));
    }

    /** Returns a copy with these circumstances alone. */
    public ArmResult circumstances(Map<EnvironmentFact, String> texts) {
        return with(draft -> draft.circumstances = texts);
    }

    /** Returns a copy with its files in a folder. */
    public ArmResult folder(Path place) {
        return with(draft -> draft.folder = Optional.of(place));
    }

    /** Returns a copy that is one of several results of a process or allocation. */
    public ArmResult sharing(String process) {
        return with(draft -> draft.sharedProcess = Optional.of(process));
    }

    /** Returns a copy with these notes alone. */
    public ArmResult notes(List<String> lines) {
        return with(draft -> draft.notes = lines);
    }

    /** Seconds by phase of the run, as the job reports them: the metrics named {@code phase.NAME}. Empty if it reports none. */
    public Map<String, Double> phases() {
        Map<String, Double> phases = new HashMap<>();
        metrics.forEach((metric, value) -> {
            if (metric.startsWith(PHASE)) {
                phases.put(metric.substring(PHASE.length()), value);
            }
        });
        return Map.copyOf(phases);
    }

    /** The kind of work it was given, such as a size class: the metric {@code stratum}, read as a label. */
    public Optional<String> stratum() {
        return Optional.ofNullable(metrics.get("stratum")).map(String::valueOf);
    }

    /** Returns whether clocks could wander while it ran; empty if that was not recorded. */
    public Optional<ClockPolicy> clockPolicy() {
        return ClockPolicy.of(this);
    }

    /** Returns whether it ended with exit code 0 within its limit. */
    public boolean isSuccess() {
        return !isTimedOut && exitCode.isPresent() && exitCode.getAsInt() == 0;
    }

    private ArmResult with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new ArmResult(
                name,
                draft.exitCode,
                draft.isTimedOut,
                draft.started,
                draft.wallSeconds,
                draft.cpuSeconds,
                draft.workUnits,
                draft.metrics,
                draft.digests,
                draft.inputDigest,
                draft.covariates,
                draft.circumstances,
                draft.folder,
                draft.sharedProcess,
                draft.notes);
    }

    /** The components that a copy may change. */
    private final class Draft {
        private OptionalInt exitCode = ArmResult.this.exitCode;
        private boolean isTimedOut = ArmResult.this.isTimedOut;
        private Optional<Instant> started = ArmResult.this.started;
        private OptionalDouble wallSeconds = ArmResult.this.wallSeconds;
        private OptionalDouble cpuSeconds = ArmResult.this.cpuSeconds;
        private OptionalDouble workUnits = ArmResult.this.workUnits;
        private Map<String, Double> metrics = ArmResult.this.metrics;
        private Map<String, String> digests = ArmResult.this.digests;
        private Optional<String> inputDigest = ArmResult.this.inputDigest;
        private Map<Covariate, Double> covariates = ArmResult.this.covariates;
        private Map<EnvironmentFact, String> circumstances = ArmResult.this.circumstances;
        private Optional<Path> folder = ArmResult.this.folder;
        private Optional<String> sharedProcess = ArmResult.this.sharedProcess;
        private List<String> notes = ArmResult.this.notes;
    }

    private static <K, V> Map<K, V> put(Map<K, V> map, K key, V value) {
        Map<K, V> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }
}
