package dev.amdahl.profilers.internal;

import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one file showed. */
public record FileProfile(
        String profiler,
        Artifact artifact,
        Optional<Timeline> timeline,
        Map<String, Double> counters,
        List<HotFrame> hotFrames,
        List<String> findings)
        implements Profile {
    /** Takes copies. */
    public FileProfile {
        counters = Map.copyOf(counters);
        hotFrames = List.copyOf(hotFrames);
        findings = List.copyOf(findings);
    }
}
