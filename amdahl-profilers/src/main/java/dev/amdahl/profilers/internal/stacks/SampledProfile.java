package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What samples, stacks or histograms of one file tell.
 *
 * @param artifact the file
 * @param profiler the reader's name
 * @param timeline intervals, where the file has times
 * @param counters by name
 * @param hotFrames hottest first
 * @param findings sentences
 */
public record SampledProfile(
        Artifact artifact,
        String profiler,
        Optional<Timeline> timeline,
        Map<String, Double> counters,
        List<HotFrame> hotFrames,
        List<String> findings)
        implements Profile {
    public SampledProfile {
        counters = Map.copyOf(counters);
        hotFrames = List.copyOf(hotFrames);
        findings = List.copyOf(findings);
    }
}
