package dev.amdahl.spi.experiment;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What was measured of one arm. What was not measured is empty or absent, never 0. Will grow; implementations are immutable. */
public interface ArmResult {

    /** {@code a} or {@code b}. */
    String name();

    /** The exit code; 128 + n for signal n; empty if the arm never started. */
    OptionalInt exitCode();

    /** Whether it was stopped at its time limit. */
    boolean isTimedOut();

    /** When it started. */
    Optional<Instant> started();

    /** Wall seconds of the command. */
    OptionalDouble wallSeconds();

    /** User and system CPU seconds of the command's tree. */
    OptionalDouble cpuSeconds();

    /** Work done, as the job counts it. */
    OptionalDouble workUnits();

    /** Named numbers: those asked for, and those the job wrote into {@code AMDAHL_METRICS}. */
    Map<String, Double> metrics();

    /** SHA-256 by output: declared ones under their paths, files of {@code AMDAHL_OUTPUT} as {@code AMDAHL_OUTPUT/path}. */
    Map<String, String> digests();

    /** A digest of the input, as the job reports it. */
    Optional<String> inputDigest();

    /**
     * Seconds by phase of the run, as the job reports them: by default the metrics named {@code phase.NAME}. Empty if it reports
     * none.
     */
    default Map<String, Double> phases() {
        Map<String, Double> phases = new HashMap<>();
        metrics().forEach((name, value) -> {
            if (name.startsWith("phase.")) {
                phases.put(name.substring("phase.".length()), value);
            }
        });
        return Map.copyOf(phases);
    }

    /** The kind of work it was given, such as a size class: by default the metric {@code stratum}, read as a label. */
    default Optional<String> stratum() {
        return Optional.ofNullable(metrics().get("stratum")).map(String::valueOf);
    }

    /** The process or allocation that it shares with other results of its arm; empty for a run of its own. */
    default Optional<String> sharedProcess() {
        return Optional.empty();
    }

    /** Circumstances that were recorded. */
    Map<Covariate, Double> covariates();

    /** What it ran on and under, as far as it was recorded. */
    default Map<Circumstance, String> circumstances() {
        return Map.of();
    }

    /** Whether clocks could wander while it ran; empty if that was not recorded. */
    default Optional<ClockPolicy> clockPolicy() {
        return ClockPolicy.of(this);
    }

    /**
     * Where its files lie, if this machine can see them: {@code stdout}, {@code stderr}, {@code metrics.json}, {@code trace.json}, what
     * it wrote into {@code AMDAHL_OUTPUT} under {@code output/}, and its declared files under {@code run/}.
     */
    Optional<Path> folder();

    /** What was asked for and could not be measured, and why; may quote the job, so untrusted. */
    default List<String> notes() {
        return List.of();
    }

    /** Ended with exit code 0 within its limit. */
    default boolean isSuccess() {
        return !isTimedOut() && exitCode().isPresent() && exitCode().getAsInt() == 0;
    }
}
