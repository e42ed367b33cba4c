package dev.amdahl.spi.experiment;

import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One command to run and measure within a trial. Will grow; implementations are immutable. */
public interface ArmRequest {

    /** {@code a} or {@code b}: the order of running, never the role. */
    String name();

    /** Returns the command, word by word. */
    List<String> command();

    /** Environment beside the inherited one. */
    Map<String, String> environment();

    /** Returns where it runs; empty for a fresh folder of its own. */
    Optional<Path> directory();

    /** Returns when it is stopped and counts as hung. */
    Duration timeLimit();

    /** Bytes kept of each of standard output and standard error. */
    long outputLimitBytes();

    /** Returns the value of {@code AMDAHL_SEED}. */
    long seed();

    /** Returns whether a trace is asked for ({@code AMDAHL_TRACE}); such a run is evidence, never a trial. */
    boolean isTraced();

    /** Files, relative to the working directory, whose digests are taken; {@code -} is standard output. */
    List<String> outputs();

    /** Files, relative to the working directory, that are kept with the arm but not compared. */
    List<String> keep();

    /** Named numbers to read from standard output or from JSON files. */
    Map<String, ValueSource> measures();

    /** Returns the files, relative to the working directory, that it is known to write: outputs, kept files and JSON files of measures. */
    default Set<String> written() {
        Set<String> paths = new LinkedHashSet<>(outputs());
        paths.addAll(keep());
        for (ValueSource source : measures().values()) {
            if (source instanceof ValueSource.Json json) {
                paths.add(json.path());
            }
        }
        paths.remove("-");
        return paths;
    }

    /**
     * Returns when which settings are in force while it runs, for a job that reads {@code AMDAHL_SWITCH}: lines of JSON such as
     * {@code {"from_step": 400, "arm": "b", "environment": {"PREFETCH": "4"}}}. Empty for an arm that keeps its settings.
     */
    default Optional<String> schedule() {
        return Optional.empty();
    }

    /** Returns a list of files, relative to the working directory and each ended by NUL, that neither the build nor the run may change. */
    default Optional<Path> harness() {
        return Optional.empty();
    }
}
