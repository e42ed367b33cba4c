package dev.amdahl.core.testing;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Covariate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** An arm's result written down by hand, for tests. Immutable. */
public record ArmFixture(
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
        Map<Circumstance, String> circumstances,
        Optional<Path> folder,
        Optional<String> sharedProcess,
        List<String> notes)
        implements ArmResult {
    public ArmFixture {
        metrics = Map.copyOf(metrics);
        digests = Map.copyOf(digests);
        covariates = Map.copyOf(covariates);
        circumstances = Map.copyOf(circumstances);
        notes = List.copyOf(notes);
    }

    /** A run that succeeded and of which nothing else was recorded. */
    public static ArmFixture succeeded(String name, double wallSeconds) {
        return exited(name, 0, OptionalDouble.of(wallSeconds));
    }

    /** A run that exited with a code, and of which nothing else was recorded. */
    public static ArmFixture failed(String name, int exitCode) {
        return exited(name, exitCode, OptionalDouble.empty());
    }

    private static ArmFixture exited(String name, int exitCode, OptionalDouble wallSeconds) {
        return new ArmFixture(
                name,
                OptionalInt.of(exitCode),
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

    /** The same, stopped at its limit. */
    public ArmFixture timedOut() {
        return with(draft -> {
            draft.exitCode = OptionalInt.of(124);
            draft.isTimedOut = true;
        });
    }

    /** The same, never started. */
    public ArmFixture notRun() {
        return with(draft -> draft.exitCode = OptionalInt.empty());
    }

    /** The same, started at a time. */
    public ArmFixture startedAt(Instant time) {
        return with(draft -> draft.started = Optional.of(time));
    }

    /** The same as one of several results of a process. */
    public ArmFixture sharing(String process) {
        return with(draft -> draft.sharedProcess = Optional.of(process));
    }

    /** The same with its work counted. */
    public ArmFixture work(double units) {
        return with(draft -> draft.workUnits = OptionalDouble.of(units));
    }

    /** The same with one more metric. */
    public ArmFixture metric(String metric, double value) {
        return with(draft -> draft.metrics = put(metrics, metric, value));
    }

    /** The same with one more output digest. */
    public ArmFixture digest(String path, String sha256) {
        return with(draft -> draft.digests = put(digests, path, sha256));
    }

    /** The same with a digest of the input. */
    public ArmFixture input(String digest) {
        return with(draft -> draft.inputDigest = Optional.of(digest));
    }

    /** The same with one more covariate. */
    public ArmFixture covariate(Covariate covariate, double value) {
        return with(draft -> draft.covariates = put(covariates, covariate, value));
    }

    /** The same with these covariates alone. */
    public ArmFixture covariates(Map<Covariate, Double> values) {
        return with(draft -> draft.covariates = values);
    }

    /** The same with one more circumstance. */
    public ArmFixture circumstance(Circumstance circumstance, String text) {
        return with(draft -> draft.circumstances = put(circumstances, circumstance, text));
    }

    /** The same with its CPU seconds. */
    public ArmFixture cpu(double seconds) {
        return with(draft -> draft.cpuSeconds = OptionalDouble.of(seconds));
    }

    /** The same with its files in a folder. */
    public ArmFixture folder(Path value) {
        return with(draft -> draft.folder = Optional.of(value));
    }

    /** The same with what is said of it. */
    public ArmFixture note(String line) {
        return with(draft -> draft.notes = List.of(line));
    }

    private ArmFixture with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new ArmFixture(
                name,
                draft.exitCode,
                draft.isTimedOut,
                draft.started,
                wallSeconds,
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

    /** What a copy may have otherwise, as it is here to begin with. */
    private final class Draft {
        private OptionalInt exitCode = ArmFixture.this.exitCode;
        private boolean isTimedOut = ArmFixture.this.isTimedOut;
        private Optional<Instant> started = ArmFixture.this.started;
        private OptionalDouble cpuSeconds = ArmFixture.this.cpuSeconds;
        private OptionalDouble workUnits = ArmFixture.this.workUnits;
        private Map<String, Double> metrics = ArmFixture.this.metrics;
        private Map<String, String> digests = ArmFixture.this.digests;
        private Optional<String> inputDigest = ArmFixture.this.inputDigest;
        private Map<Covariate, Double> covariates = ArmFixture.this.covariates;
        private Map<Circumstance, String> circumstances = ArmFixture.this.circumstances;
        private Optional<Path> folder = ArmFixture.this.folder;
        private Optional<String> sharedProcess = ArmFixture.this.sharedProcess;
        private List<String> notes = ArmFixture.this.notes;
    }

    private static <K, V> Map<K, V> put(Map<K, V> map, K key, V value) {
        Map<K, V> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }
}
