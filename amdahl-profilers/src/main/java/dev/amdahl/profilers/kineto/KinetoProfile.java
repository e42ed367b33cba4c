package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one trace showed. Immutable. */
record KinetoProfile(Artifact artifact, Timeline shown, Map<String, Double> counters, List<String> findings)
        implements Profile {
    KinetoProfile {
        counters = Map.copyOf(counters);
        findings = List.copyOf(findings);
    }

    @Override
    public String profiler() {
        return KinetoProfiler.NAME;
    }

    @Override
    public Optional<Timeline> timeline() {
        return Optional.of(shown);
    }

    @Override
    public List<HotFrame> hotFrames() {
        return List.of();
    }
}
