package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import java.util.function.Consumer;

/** Passes on what a listener is told, but for the runs. Not thread-safe. */
record ForwardedRuns(FleetListener listener, Consumer<FleetJob> runs) implements FleetListener {
    @Override
    public void run(FleetJob job) {
        runs.accept(job);
    }

    @Override
    public void note(String line) {
        listener.note(line);
    }

    @Override
    public void reject(String why) {
        listener.reject(why);
    }
}
