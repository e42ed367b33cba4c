package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;

/**
 * Finds places in Python source, with tree-sitter's grammar: reads that wait for the device, loader settings, copies, checkpoints and
 * logging in loops, thread settings. Whether a name is a tensor is told from the same function's text; what it does not tell is no
 * site. Thread-safe.
 */
public final class PythonSiteFinder implements SiteFinder {
    static final String NAME = "python";

    @Override
    public SourceScan find(Path root, SourceLimits limits) {
        PythonParser.problem().ifPresent(why -> {
            throw new UnavailableException(
                    "site-finder " + NAME, why, "read Python where tree-sitter has a native library", null);
        });
        return new TreeScan(root, ".py", limits, PythonSites::find).scan();
    }
}
