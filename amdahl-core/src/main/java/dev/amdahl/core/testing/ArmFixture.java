package dev.amdahl.core.testing;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Covariate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

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
        Optional<String> sharedProcess)
        implements ArmResult {
    public ArmFixture {
        metrics = Map.copyOf(metrics);
        digests = Map.copyOf(digests);
        covariates = Map.copyOf(covariates);
        circumstances = Map.copyOf(circumstances);
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
                Optional.empty());
    }

    /** The same, stopped at its limit. */
    public ArmFixture timedOut() {
        return new ArmFixture(
                name,
                OptionalInt.of(124),
                true,
                started,
                wallSeconds,
                cpuSeconds,
                workUnits,
                metrics,
                digests,
                inputDigest,
                covariates,
                circumstances,
                folder,
                sharedProcess);
    }

    /** The same, started at a time. */
    public ArmFixture startedAt(Instant time) {
        return new ArmFixture(
                name,
                exitCode,
                isTimedOut,
                Optional.of(time),
                wallSeconds,
                cpuSeconds,
                workUnits,
                metrics,
                digests,
                inputDigest,
                covariates,
                circumstances,
                folder,
                sharedProcess);
    }

    /** The same as one of several results of a process. */
    public ArmFixture sharing(String process) {
        return new ArmFixture(
                name,
                exitCode,
                isTimedOut,
                started,
                wallSeconds,
                cpuSeconds,
                workUnits,
                metrics,
                digests,
                inputDigest,
                covariates,
                circumstances,
                folder,
                Optional.of(process));
    }

    /** The same with its work counted. */
    public ArmFixture work(double units) {
        return with(OptionalDouble.of(units), metrics, digests, inputDigest, covariates, folder);
    }

    /** The same with one more metric. */
    public ArmFixture metric(String metric, double value) {
        return with(workUnits, put(metrics, metric, value), digests, inputDigest, covariates, folder);
    }

    /** The same with one more output digest. */
    public ArmFixture digest(String path, String sha256) {
        return with(workUnits, metrics, put(digests, path, sha256), inputDigest, covariates, folder);
    }

    /** The same with a digest of the input. */
    public ArmFixture input(String digest) {
        return with(workUnits, metrics, digests, Optional.of(digest), covariates, folder);
    }

    /** The same with one more covariate. */
    public ArmFixture covariate(Covariate covariate, double value) {
        return with(workUnits, metrics, digests, inputDigest, put(covariates, covariate, value), folder);
    }

    /** The same with one more circumstance. */
    public ArmFixture circumstance(Circumstance circumstance, String text) {
        return copy(cpuSeconds, put(circumstances, circumstance, text));
    }

    /** The same with its CPU seconds. */
    public ArmFixture cpu(double seconds) {
        return copy(OptionalDouble.of(seconds), circumstances);
    }

    private ArmFixture copy(OptionalDouble newCpu, Map<Circumstance, String> newCircumstances) {
        return new ArmFixture(
                name,
                exitCode,
                isTimedOut,
                started,
                wallSeconds,
                newCpu,
                workUnits,
                metrics,
                digests,
                inputDigest,
                covariates,
                newCircumstances,
                folder,
                sharedProcess);
    }

    /** The same with its files in a folder. */
    public ArmFixture folder(Path value) {
        return with(workUnits, metrics, digests, inputDigest, covariates, Optional.of(value));
    }

    private ArmFixture with(
            OptionalDouble newWork,
            Map<String, Double> newMetrics,
            Map<String, String> newDigests,
            Optional<String> newInput,
            Map<Covariate, Double> newCovariates,
            Optional<Path> newFolder) {
        return new ArmFixture(
                name,
                exitCode,
                isTimedOut,
                started,
                wallSeconds,
                cpuSeconds,
                newWork,
                newMetrics,
                newDigests,
                newInput,
                newCovariates,
                circumstances,
                newFolder,
                sharedProcess);
    }

    private static <K, V> Map<K, V> put(Map<K, V> map, K key, V value) {
        Map<K, V> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }
}
