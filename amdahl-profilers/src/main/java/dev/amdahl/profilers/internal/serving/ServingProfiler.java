package dev.amdahl.profilers.internal.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the document that {@code load --report} writes. Its counters are {@code batch_capped_frac}, the share of the time in which requests
 * waited for a limit on the batch alone, {@code batch_size}, {@code kv_cache_used_frac} and {@code prefill_decode_interference}. Thread-safe.
 */
public final class ServingProfiler implements Profiler {
    static final String NAME = "serving";

    private static final long MAX_BYTES = 1 << 20;
    private static final String REMEDY = "write it with amdahl load --report";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, String> COUNTERS = Map.of(
            "batch_capped_frac", "/engine/batch_capped_frac",
            "batch_size", "/engine/running",
            "kv_cache_used_frac", "/engine/cache_used_frac",
            "prefill_decode_interference", "/prefill_decode_interference");

    @Override
    public boolean reads(Artifact artifact) {
        String text = TextPrefix.of(artifact);
        return text.startsWith("{") && text.contains("\"goodput_per_second\"") && text.contains("\"objective\"");
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        JsonNode tree = tree(artifact, limits);
        Map<String, Double> counters = new TreeMap<>();
        COUNTERS.forEach((name, pointer) -> {
            JsonNode value = tree.at(pointer);
            if (value.isNumber() && Double.isFinite(value.doubleValue()) && value.doubleValue() >= 0) {
                counters.put(name, value.doubleValue());
            }
        });
        List<String> findings = tree.path("engine").isObject()
                ? List.of()
                : List.of("the load read no metrics of the server: what its batches look like is not known");
        return new FileProfile(NAME, artifact, Optional.empty(), counters, List.of(), findings);
    }

    private static JsonNode tree(Artifact artifact, ProfileLimits limits) {
        String file = artifact.path().toString();
        long most = Math.min(MAX_BYTES, limits.maxBytes());
        try {
            long size = Files.size(artifact.path());
            if (size > most) {
                throw new InvalidInputException(file, "has " + size + " bytes, more than " + most, REMEDY);
            }
            JsonNode tree = JSON.readTree(Files.readAllBytes(artifact.path()));
            if (tree.isObject() && tree.has("goodput_per_second")) {
                return tree;
            }
            throw new InvalidInputException(file, "is not a report of a load", REMEDY);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file, "is not JSON: " + e.getOriginalMessage(), REMEDY, e);
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, REMEDY);
        }
    }
}
