package dev.amdahl.core.internal.refine.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How kernels of one language are checked, built and run. Implementations are immutable and thread-safe. */
interface Toolchain {

    /** Returns the name of the source file. */
    String sourceName();

    /** Returns what the text alone gives away. */
    Optional<HackReport> scan(String source);

    /** Puts beside a source what it is built with. */
    void prepare(Path folder) throws IOException;

    /** Returns the command that builds, in the folder that alone it may write. */
    List<String> build();

    /** Returns what the built file gives away. */
    Optional<HackReport> inspect(Path folder) throws IOException;

    /** Returns the command that serves calls of what was built in the folder. */
    List<String> serve(Path folder, Path arena, Duration processorTime);

    /** Files that must not change while a kernel runs. */
    List<Path> evaluator(Path folder) throws IOException;

    /** Returns whether its runner copies the buffers before and after each call, out of the clock. */
    boolean copiesBuffers();

    /** Calls that come before the first that counts. */
    int warmUps();
}
