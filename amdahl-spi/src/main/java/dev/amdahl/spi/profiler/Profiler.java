package dev.amdahl.spi.profiler;

import java.nio.file.Path;
import java.util.Optional;

/** Reads one kind of profiler output. Implementations are thread-safe. */
public interface Profiler {

    /** Returns whether this artifact is of its kind; looks at the name and at most the first few kilobytes; never throws on bad content. */
    boolean reads(Artifact artifact);

    /**
     * Reads it whole, within the limits.
     *
     * @throws dev.amdahl.spi.AmdahlException USER when the file is not readable, malformed or over a limit, naming file and place
     */
    Profile read(Artifact artifact, ProfileLimits limits);

    /**
     * Starts to watch a running job from outside, writing into {@code directory}; empty if this profiler cannot.
     *
     * @param pid the process whose tree is watched
     */
    default Optional<Capture> capture(long pid, Path directory) {
        return Optional.empty();
    }

    /** Returns how an evidence run is started so that it leaves what this reads; empty if this profiler cannot say. */
    default Optional<Attachment> attachment() {
        return Optional.empty();
    }

    /** A watch that has been started. */
    interface Capture extends AutoCloseable {
        /** Stops watching and gives what was written; calling it twice gives the same. */
        Artifact stop();

        @Override
        default void close() {
            stop();
        }
    }
}
