package dev.amdahl.examples.cli;

import dev.amdahl.core.CycleReport;

/** Shows people that something moves. Implementations are not thread-safe. */
interface Progress extends AutoCloseable {

    /** A cycle has ended. */
    void after(CycleReport report);

    @Override
    void close();
}
