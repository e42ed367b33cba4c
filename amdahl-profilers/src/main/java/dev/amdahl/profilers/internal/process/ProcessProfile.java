package dev.amdahl.profilers.internal.process;

import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The counters of one watched run. */
record ProcessProfile(Artifact artifact, Map<String, Double> counters, List<String> findings) implements Profile {
    ProcessProfile {
        counters = Map.copyOf(counters);
        findings = List.copyOf(findings);
    }

    @Override
    public String profiler() {
        return ProcessProfiler.NAME;
    }

    @Override
    public Optional<Timeline> timeline() {
        return Optional.empty();
    }

    @Override
    public List<HotFrame> hotFrames() {
        return List.of();
    }
}
