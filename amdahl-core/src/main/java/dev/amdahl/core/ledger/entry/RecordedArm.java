package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.google.common.collect.Maps;
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

/**
 * An arm's result as the ledger keeps it. Immutable.
 *
 * @param unmeasured what was asked for and not measured, and why: the first line that was noted; may quote the job
 */
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
        Optional<Path> folder,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> unmeasured)
        implements ArmResult {
    private static final String NOT_MEASURED = " not measured: ";
    private static final int LONGEST = 300;

    public RecordedArm {
        metrics = Map.copyOf(metrics);
        digests = Map.copyOf(digests);
        covariates = Map.copyOf(covariates);
        circumstances = Map.copyOf(circumstances);
    }

    /** An arm of which all was measured that was asked for. */
    public RecordedArm(
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
            Optional<Path> folder) {
        this(
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
                Optional.empty());
    }

    /** A copy of what a scheduler measured; a figure that is not finite was not measured. */
    public static RecordedArm of(ArmResult arm) {
        return arm instanceof RecordedArm recorded
                ? recorded
                : new RecordedArm(
                        arm.name(),
                        arm.exitCode(),
                        arm.isTimedOut(),
                        arm.started(),
                        finite(arm.wallSeconds()),
                        finite(arm.cpuSeconds()),
                        finite(arm.workUnits()),
                        Maps.filterValues(arm.metrics(), Double::isFinite),
                        arm.digests(),
                        arm.inputDigest(),
                        Maps.filterValues(arm.covariates(), Double::isFinite),
                        arm.circumstances(),
                        arm.folder(),
                        arm.notes().stream()
                                .filter(note -> note.contains(NOT_MEASURED))
                                .map(note -> note.substring(0, Math.min(LONGEST, note.length())))
                                .findFirst());
    }

    @Override
    public List<String> notes() {
        return unmeasured.stream().toList();
    }

    private static OptionalDouble finite(OptionalDouble figure) {
        return Double.isFinite(figure.orElse(0)) ? figure : OptionalDouble.empty();
    }
}
