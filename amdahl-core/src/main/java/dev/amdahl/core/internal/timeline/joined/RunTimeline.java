package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The timelines of several profiles of one run as one. The richest that shows a device is the base; of the others those lanes are
 * joined that share a clock with it within a stated bound, overlap it by more than that bound, and share its scope: the thread, or
 * the process. What does not is left out, and a finding says why. An artifact that shows nothing of a thread says nothing
 * about it: no account is ever made smaller by what another artifact did not see.
 *
 * @param timeline what was joined; empty where no profile has a timeline
 * @param joined the artifacts beside the base whose lanes were joined
 * @param findings what was not joined, and the skew of what was, in words
 */
public record RunTimeline(Optional<Timeline> timeline, List<JoinedArtifact> joined, List<String> findings) {
    private static final Comparator<Timeline> RICHNESS =
            Comparator.comparing(RunTimeline::showsDevice).thenComparingInt(RunTimeline::intervals);

    public RunTimeline {
        joined = List.copyOf(joined);
        findings = List.copyOf(findings);
    }

    /** Joins the profiles of one run; the richest that shows a device is the base. */
    public static RunTimeline of(List<Profile> profiles) {
        Optional<Profile> richest = profiles.stream()
                .filter(profile -> profile.timeline().isPresent())
                .max(Comparator.comparing(profile -> profile.timeline().orElseThrow(), RICHNESS));
        return richest.map(base -> over(
                        base.timeline().orElseThrow(),
                        base.profiler(),
                        base.host(),
                        profiles.stream()
                                .filter(profile -> !profile.equals(base))
                                .toList()))
                .orElseGet(() -> new RunTimeline(Optional.empty(), List.of(), List.of()));
    }

    /**
     * Lays other profiles of one run over a timeline.
     *
     * @param name what wrote the timeline
     * @param host the machine that it was taken on, where known
     */
    public static RunTimeline over(Timeline base, String name, Optional<String> host, List<Profile> others) {
        Join join = new Join(base, name, host);
        others.stream()
                .filter(profile -> profile.timeline()
                        .filter(timeline -> intervals(timeline) > 0)
                        .isPresent())
                .forEach(join::add);
        return join.result();
    }

    private static boolean showsDevice(Timeline timeline) {
        return timeline.lanes().stream().anyMatch(lane -> lane.side() == Activity.Side.DEVICE && lane.size() > 0);
    }

    private static int intervals(Timeline timeline) {
        return timeline.lanes().stream().mapToInt(lane -> lane.size()).sum();
    }
}
