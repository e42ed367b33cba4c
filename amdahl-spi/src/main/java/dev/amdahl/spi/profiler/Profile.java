package dev.amdahl.spi.profiler;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The profile of one run. May gain methods; implementations are immutable. */
public interface Profile {

    /** The file it was read from. */
    Artifact artifact();

    /** Returns the profiler's name. */
    String profiler();

    /** Returns the timeline, where the profiler has one. */
    Optional<Timeline> timeline();

    /** Counters by name, units in the name ({@code cpu_user_seconds}); what was not measured is absent. */
    Map<String, Double> counters();

    /** Hot places in code, hottest first. */
    List<HotFrame> hotFrames();

    /**
     * Seconds that threads waited, by what they waited for and the frame they did it in, hottest first; empty where the profiler does not
     * tell.
     */
    default Map<Activity, List<HotFrame>> waits() {
        return Map.of();
    }

    /** Returns what was odd in the input, in words: a cut trace, dropped events. */
    List<String> findings();

    /** Returns the name of the machine that it was taken on, where the artifact tells it. */
    default Optional<String> host() {
        return Optional.empty();
    }

    /** Returns what is {@linkplain DeclaredRates declared} of its devices; empty where they are not known, or of several models. */
    default Map<String, Double> declaredRates() {
        return Map.of();
    }
}
