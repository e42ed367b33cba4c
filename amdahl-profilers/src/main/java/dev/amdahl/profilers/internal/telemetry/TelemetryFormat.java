package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.profilers.internal.TextLines;

/** One format of samples as text. Implementations are stateless. */
interface TelemetryFormat {

    /** Returns whether a file that begins so is of this format. */
    boolean matches(String prefix);

    /**
     * Reads all lines.
     *
     * @throws dev.amdahl.spi.InvalidInputException at a line that cannot be of this format
     */
    void read(TextLines lines, SampleSink samples);
}
