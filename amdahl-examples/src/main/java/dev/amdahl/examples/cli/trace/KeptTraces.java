package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.internal.report.trace.TracePage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads traces that were kept beside a ledger as {@code trace --html} does. As thread-safe as the supplier. */
public record KeptTraces(Supplier<Plugins> plugins) implements ReviewSettings.Traces {
    private static final int KERNELS = 10;

    @Override
    public TracePage page(Path file, String title) {
        TraceReading reading = TraceReading.of(file, plugins);
        reading.profile()
                .timeline()
                .ifPresent(timeline -> TraceRoom.of(timeline, 0).require(title, true));
        return TraceFiles.page(new TraceAnswer(reading, KERNELS, true, Optional.empty()), title);
    }
}
