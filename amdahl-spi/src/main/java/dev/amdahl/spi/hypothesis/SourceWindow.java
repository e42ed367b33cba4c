package dev.amdahl.spi.hypothesis;

import java.util.List;

/**
 * Some lines of a job's source as they stand at its revision: untrusted text.
 *
 * @param file relative to the root of the source, with {@code /} between folders
 * @param firstLine number of the first line, from 1
 * @param lines without line ends
 * @param seconds time seen at the hot places in it; 0 where none was seen
 */
public record SourceWindow(String file, int firstLine, List<String> lines, double seconds) {
    public SourceWindow {
        lines = List.copyOf(lines);
    }
}
