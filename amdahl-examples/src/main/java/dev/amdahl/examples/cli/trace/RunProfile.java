package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.internal.timeline.joined.Association;
import dev.amdahl.core.internal.timeline.joined.Associations;
import dev.amdahl.core.internal.timeline.joined.RunTimeline;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Several profiles of one run as one, on one clock.
 *
 * @param profiler who read it; several are {@code joined}
 * @param timeline what could be joined
 * @param counters of all; of a name that several have the first
 * @param hotFrames of all, hottest first
 * @param findings of all, what was joined and what not, and what the others say of the longest gaps
 */
record RunProfile(
        String profiler,
        Artifact artifact,
        Optional<Timeline> timeline,
        Map<String, Double> counters,
        List<HotFrame> hotFrames,
        List<String> findings)
        implements Profile {
    private static final int MAX_ASSOCIATIONS = 5;

    static RunProfile of(List<Profile> profiles) {
        RunTimeline run = RunTimeline.of(profiles);
        Map<String, Double> counters = new TreeMap<>();
        List<HotFrame> frames = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        for (Profile profile : profiles) {
            profile.counters().forEach(counters::putIfAbsent);
            frames.addAll(profile.hotFrames());
            findings.addAll(profile.findings());
        }
        frames.sort(Comparator.comparingDouble(HotFrame::seconds).reversed());
        findings.addAll(run.findings());
        Associations.of(run, MAX_ASSOCIATIONS).stream()
                .map(Association::sentence)
                .forEach(findings::add);
        return new RunProfile("joined", profiles.get(0).artifact(), run.timeline(), counters, frames, findings);
    }
}
