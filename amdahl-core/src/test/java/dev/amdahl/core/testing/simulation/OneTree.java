package dev.amdahl.core.testing.simulation;

import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.nio.file.Path;
import java.util.Map;

/** A builder of jobs whose code nobody changes: all of them run in one tree. Stateless. */
final class OneTree implements Builder {
    @Override
    public BuiltVariant build(BuildRequest request) {
        return new BuiltVariant(Path.of("simulated", "tree"), "commit", "");
    }

    @Override
    public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
        return Map.of();
    }
}
