package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A profile of what a test says was seen. */
record SeenProfile(Optional<Timeline> timeline, Map<String, Double> counters) implements Profile {
    @Override
    public Artifact artifact() {
        return new Artifact(Path.of("trace.json"), "trace");
    }

    @Override
    public String profiler() {
        return "fixture";
    }

    @Override
    public List<HotFrame> hotFrames() {
        return List.of();
    }

    @Override
    public List<String> findings() {
        return List.of();
    }
}
