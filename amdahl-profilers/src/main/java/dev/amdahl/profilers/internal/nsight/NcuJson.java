package dev.amdahl.profilers.internal.nsight;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one kernel's metrics and rule texts kept as JSON: {@code {"kernel_name", "runtime_ms", "ncu_profile": {"metrics": {NAME:
 * {"unit", "avg_value"}}, "rules": {NAME: {"type", "description"}}}}}. Not thread-safe, used once.
 */
final class NcuJson {
    private static final long MAX_BYTES = 16 << 20;
    private static final String REMEDY = "write it again: kernel_name and ncu_profile with metrics";

    private final Artifact artifact;
    private final ProfileLimits limits;

    NcuJson(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    NcuReport read() {
        JsonNode document = document();
        JsonNode metrics = document.path("ncu_profile").path("metrics");
        if (!metrics.isObject() || metrics.isEmpty()) {
            throw invalid("no ncu_profile with metrics", null);
        }
        NcuLaunch launch = new NcuLaunch("0", document.path("kernel_name").asText("unnamed kernel"));
        metrics.properties().forEach(entry -> {
            JsonNode value = entry.getValue().path("avg_value");
            if (value.isNumber() && Double.isFinite(value.doubleValue())) {
                launch.add(
                        entry.getKey(),
                        Quantity.of(
                                value.doubleValue(),
                                entry.getValue().path("unit").asText("")));
            }
        });
        document.path("ncu_profile")
                .path("rules")
                .properties()
                .forEach(entry -> launch.add(new NcuRule(
                        entry.getKey(),
                        entry.getValue().path("type").asText(""),
                        entry.getValue().path("description").asText(""),
                        "",
                        null)));
        double runtime = document.path("runtime_ms").asDouble(0);
        if (runtime > 0 && Double.isFinite(runtime * 1e6)) {
            launch.durationNanos(runtime * 1e6);
        }
        NcuKernels kernels = new NcuKernels();
        kernels.add(launch);
        return new NcuReport(kernels.kernels(), List.of());
    }

    private JsonNode document() {
        try {
            long size = Files.size(artifact.path());
            long most = Math.min(MAX_BYTES, limits.maxBytes());
            if (size > most) {
                throw invalid("holds " + size + " bytes, more than " + most, null);
            }
            JsonFactory factory = JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(limits.maxDepth())
                            .build())
                    .build();
            return new JsonMapper(factory).readTree(Files.readAllBytes(artifact.path()));
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw invalid(
                    (at == null ? "" : "line " + at.getLineNr() + ": ") + "not JSON: " + e.getOriginalMessage(), e);
        } catch (NoSuchFileException e) {
            throw invalid("does not exist", e);
        } catch (IOException e) {
            throw invalid("cannot be read: " + e, e);
        }
    }

    private InvalidInputException invalid(String problem, @Nullable Exception cause) {
        return new InvalidInputException(artifact.path().toString(), problem, REMEDY, cause);
    }
}
