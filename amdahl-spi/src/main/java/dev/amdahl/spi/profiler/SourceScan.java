package dev.amdahl.spi.profiler;

import java.nio.file.Path;
import java.util.List;

/**
 * The result of scanning a folder of source.
 *
 * @param root the folder
 * @param files every file that was parsed, relative to the root, with {@code /} between folders, sorted
 * @param sites by file and line
 * @param findings what was left out and why, in words
 */
public record SourceScan(Path root, List<String> files, List<CodeSite> sites, List<String> findings) {
    public SourceScan {
        files = List.copyOf(files);
        sites = List.copyOf(sites);
        findings = List.copyOf(findings);
    }
}
