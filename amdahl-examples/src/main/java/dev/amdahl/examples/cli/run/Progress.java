package dev.amdahl.examples.cli.run;

import dev.amdahl.core.CycleReport;

/** Shows people that something moves. Implementations are not thread-safe. */
public interface Progress extends AutoCloseable {

    /** A cycle has ended. */
    void after(CycleReport report);

    @Override
    void close();
}
