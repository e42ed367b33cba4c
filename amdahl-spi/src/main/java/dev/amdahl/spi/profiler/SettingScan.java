package dev.amdahl.spi.profiler;

import java.util.List;
import java.util.Set;

/**
 * The settings of a program.
 *
 * @param files every file that was parsed, relative to the folder, sorted
 * @param settings in the order of the files and lines
 * @param libraries the first parts of the names that it imports, its own files excluded
 * @param findings what was left out and why, in words
 */
public record SettingScan(
        List<String> files, List<SourceSetting> settings, Set<String> libraries, List<String> findings) {
    /** The scan of a program in another language. */
    public static final SettingScan NONE = new SettingScan(List.of(), List.of(), Set.of(), List.of());

    public SettingScan {
        files = List.copyOf(files);
        settings = List.copyOf(settings);
        libraries = Set.copyOf(libraries);
        findings = List.copyOf(findings);
    }
}
