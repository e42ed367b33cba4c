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

    /**
     * Looks for the settings of one program: in its file and in the files of its folder that it imports. The program is not run.
     *
     * @param program relative to the folder
     * @return {@link SettingScan#NONE} where the file is in another language
     * @throws dev.amdahl.spi.AmdahlException USER when the root is no readable folder, naming it
     */
    default SettingScan settings(Path root, Path program, SourceLimits limits) {
        return SettingScan.NONE;
    }
}
