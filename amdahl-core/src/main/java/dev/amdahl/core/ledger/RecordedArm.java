package dev.amdahl.core.ledger;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Covariate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** An arm's result as the ledger keeps it. Immutable. */
public record RecordedArm(
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
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<Circumstance, String> circumstances,
        Optional<Path> folder)
        implements ArmResult {
    public RecordedArm {
        metrics = Map.copyOf(metrics);
        digests = Map.copyOf(digests);
        covariates = Map.copyOf(covariates);
        circumstances = Map.copyOf(circumstances);
    }

    /** A copy of what a scheduler measured. */
    public static RecordedArm of(ArmResult arm) {
        return arm instanceof RecordedArm recorded
                ? recorded
                : new RecordedArm(
                        arm.name(),
                        arm.exitCode(),
                        arm.isTimedOut(),
                        arm.started(),
                        arm.wallSeconds(),
                        arm.cpuSeconds(),
                        arm.workUnits(),
                        arm.metrics(),
                        arm.digests(),
                        arm.inputDigest(),
                        arm.covariates(),
                        arm.circumstances(),
                        arm.folder());
    }
}
