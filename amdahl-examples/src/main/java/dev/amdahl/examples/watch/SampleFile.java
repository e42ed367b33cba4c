package dev.amdahl.examples.watch;

import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.telemetry.TelemetryProfiler;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A file of samples in a format that its beginning tells: telemetry, lines of {time, series, value}, or a job's log. Immutable. */
public final class SampleFile {
    private static final List<TelemetryProfiler> TELEMETRY =
            List.of(TelemetryProfiler.nvidiaSmi(), TelemetryProfiler.dcgm(), TelemetryProfiler.monitor());
    private static final long WAIT = 100_000_000;

    private final Path file;
    private final Artifact artifact;

    /** Returns a file that need not exist yet if it is followed. */
    public SampleFile(Path file) {
        this.file = file;
        this.artifact = new Artifact(file, "samples");
    }

    /**
     * Reads it to its end.
     *
     * @throws InvalidInputException if it cannot be read or holds no samples
     */
    public void read(Feed feed) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new InvalidInputException(
                    file.toString(), "no readable file", "name a file of samples or a job's log");
        }
        try (TextLines lines = TextLines.open(artifact, ProfileLimits.DEFAULT)) {
            feed(lines, feed);
        }
        if (feed.samples() == 0) {
            throw new InvalidInputException(
                    file.toString(),
                    "holds no sample",
                    "give nvidia-smi, DCGM or monitor samples, lines of {\"time\", \"series\", \"value\"}, or a log with steps");
        }
    }

    /**
     * Reads it as it grows, until a time.
     *
     * @param atEnd called whenever there is nothing more to read for now
     */
    public void follow(Feed feed, Clock clock, Instant until, Runnable atEnd) throws IOException {
        while (!hasLine()) {
            atEnd.run();
            if (!clock.instant().isBefore(until) || Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(WAIT);
        }
        try (TextLines lines = TextLines.of(file, new GrowingFile(file, clock, until, atEnd))) {
            feed(lines, feed);
        }
    }

    private boolean hasLine() {
        return TextPrefix.of(artifact).indexOf('\n') >= 0;
    }

    private void feed(TextLines lines, Feed feed) {
        Optional<TelemetryProfiler> telemetry =
                TELEMETRY.stream().filter(reader -> reader.reads(artifact)).findFirst();
        if (telemetry.isPresent()) {
            telemetry.get().stream(artifact, lines, new TelemetrySamples(feed));
            return;
        }
        boolean areSeries = TextPrefix.of(artifact)
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .map(SeriesLines::isOne)
                .orElse(false);
        if (areSeries) {
            new SeriesLines(feed).read(lines);
        } else {
            new LogLines(feed).read(lines);
        }
    }
}
