package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;

/**
 * Finds places in Java source, with JavaParser: sleeping, locking and waiting for futures in loops, parallel streams over little,
 * requested collections, thread settings. Types are told from the declarations of the same file. Thread-safe.
 */
public final class JavaSiteFinder implements SiteFinder {
    static final String NAME = "java";

    @Override
    public SourceScan find(Path root, SourceLimits limits) {
        return new TreeScan(root, ".java", limits, JavaSites::find).scan();
    }
}
