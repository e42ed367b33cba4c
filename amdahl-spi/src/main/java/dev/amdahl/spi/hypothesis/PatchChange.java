package dev.amdahl.spi.hypothesis;

import java.util.List;

/**
 * A patch of the job's source.
 *
 * @param diff a unified diff: untrusted text
 * @param paths the files it touches, relative to the repository, sorted
 */
public record PatchChange(String diff, List<String> paths) implements Change {
    public PatchChange {
        paths = paths.stream().sorted().toList();
    }

    @Override
    public boolean needsBuild() {
        return true;
    }

    @Override
    public List<String> surface() {
        return paths.stream().map(path -> "file:" + path).toList();
    }
}
