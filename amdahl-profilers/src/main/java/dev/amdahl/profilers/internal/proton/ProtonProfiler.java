package dev.amdahl.profilers.internal.proton;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;

/** Reads {@code .hatchet} of Triton's profiler Proton: sums of kernels within named scopes. Thread-safe. */
public final class ProtonProfiler implements Profiler {
    static final String NAME = "proton";

    private static final Pattern BEGIN = Pattern.compile("^\\s*\\[\\s*\\{\\s*\"(children|frame|metrics)\"\\s*:");
    private static final String REMEDY = "write it again, whole, by proton.finalize()";
    private static final long MAX_BYTES = 64L << 20;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public boolean reads(Artifact artifact) {
        return BEGIN.matcher(TextPrefix.of(artifact)).find();
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        String file = artifact.path().toString();
        long most = Math.min(MAX_BYTES, limits.maxBytes());
        try {
            long size = Files.size(artifact.path());
            if (size > most) {
                throw new InvalidInputException(file, "has " + size + " bytes, more than " + most, REMEDY);
            }
            new MemoryBudget(file).take(10 * size);
            JsonNode tree = JSON.readTree(Files.readAllBytes(artifact.path()));
            ProtonTree sums = new ProtonTree();
            if (tree.isArray()) {
                tree.forEach(sums::add);
            }
            if (sums.isEmpty()) {
                throw new InvalidInputException(file, "holds no kernel with a time", REMEDY);
            }
            return sums.profile(artifact);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file, "is not JSON: " + e.getOriginalMessage(), REMEDY, e);
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, REMEDY);
        }
    }
}
