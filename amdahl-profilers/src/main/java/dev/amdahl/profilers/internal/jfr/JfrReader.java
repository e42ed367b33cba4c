package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.profilers.internal.stacks.SampledProfile;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordingFile;

/** Reads the events of one recording, one at a time. Not thread-safe, used once. */
final class JfrReader {
    private final Artifact artifact;
    private final ProfileLimits limits;
    private final JfrFile file;

    JfrReader(Artifact artifact, ProfileLimits limits, JfrFile file) {
        this.artifact = artifact;
        this.limits = limits;
        this.file = file;
    }

    /**
     * Returns the JDK's reader answers damage with unchecked exceptions, with {@code InternalError} and with deep recursion, as well as with
     * {@code IOException}; all of these are the file's fault here.
     */
    Profile read() {
        try (RecordingFile recording = new RecordingFile(file.path())) {
            Map<Long, String> types = new HashMap<>();
            for (EventType type : recording.readEventTypes()) {
                types.put(type.getId(), JfrSums.name(type.getName()));
            }
            JfrSums sums = new JfrSums(file, types);
            int events = 0;
            while (recording.hasMoreEvents()) {
                if (events++ >= limits.maxEvents()) {
                    throw new InvalidInputException(
                            artifact.path().toString(),
                            "more than " + limits.maxEvents() + " events",
                            "raise the event limit");
                }
                sums.take(recording.readEvent());
            }
            Map<String, Double> counters = sums.counters();
            counters.put("jfr_events", (double) events);
            return new SampledProfile(
                    artifact, JfrProfiler.NAME, sums.timeline(), counters, sums.hotFrames(), sums.findings());
        } catch (InvalidInputException e) {
            throw e;
        } catch (IOException | RuntimeException | InternalError | StackOverflowError e) {
            throw new InvalidInputException(
                    artifact.path().toString(), "the JDK cannot read it: " + e, "dump the recording again", e);
        }
    }
}
