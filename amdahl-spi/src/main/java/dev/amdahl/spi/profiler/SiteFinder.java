package dev.amdahl.spi.profiler;

import java.nio.file.Path;

/** Finds places in source that are known to cost accelerator time, by parsing one language. Implementations are thread-safe. */
public interface SiteFinder {

    /**
     * Looks through a folder. Hidden files and folders, links, and folders of installed or built code are left out. A file that cannot
     * be parsed is a finding, never an error; so is what lies beyond the limits.
     *
     * @throws dev.amdahl.spi.AmdahlException USER when the root is no readable folder, naming it
     */
    SourceScan find(Path root, SourceLimits limits);
}
