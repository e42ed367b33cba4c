package dev.amdahl.spi.profiler;

import java.nio.file.Path;
import java.util.List;

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

    /**
     * Returns changes of one program that can be tried: in its file and in the files of its folder that it imports. They are made by its
     * syntax tree, where the text alone shows that they apply; whether they help, and whether the program still does the same, is for
     * an experiment to tell.
     *
     * @param program relative to the folder
     * @return none where the file is in another language
     * @throws dev.amdahl.spi.AmdahlException USER when the root is no readable folder, naming it
     */
    default List<SourceEdit> edits(Path root, Path program, SourceLimits limits) {
        return List.of();
    }
}
