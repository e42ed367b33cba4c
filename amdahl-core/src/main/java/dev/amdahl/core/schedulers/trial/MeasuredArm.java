package dev.amdahl.core.schedulers.trial;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Covariate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** One arm as its document tells it. Immutable. */
record MeasuredArm(
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
        List<String> notes)
        implements ArmResult {
    MeasuredArm {
        metrics = Map.copyOf(metrics);
        digests = Map.copyOf(digests);
        covariates = Map.copyOf(covariates);
        circumstances = Map.copyOf(circumstances);
        notes = List.copyOf(notes);
    }
}
