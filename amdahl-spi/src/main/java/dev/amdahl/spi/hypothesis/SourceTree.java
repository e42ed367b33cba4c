package dev.amdahl.spi.hypothesis;

import java.nio.file.Path;
import java.util.List;

/**
 * The code a job is built from.
 *
 * @param repository a git repository
 * @param revision what is built; any name git understands
 * @param epoch raised by a person when the code changed so much that old verdicts no longer hold
 * @param build the build command, run in the tree without a shell; empty when nothing needs building
 * @param editable globs of the files that a patch may touch
 * @param tests the command that tests what was built, run in the tree without a shell; empty where there is none
 */
public record SourceTree(
        Path repository, String revision, String epoch, List<String> build, List<String> editable, List<String> tests) {
    public SourceTree {
        build = List.copyOf(build);
        editable = List.copyOf(editable);
        tests = List.copyOf(tests);
    }

    /** Returns code without tests. */
    public SourceTree(Path repository, String revision, String epoch, List<String> build, List<String> editable) {
        this(repository, revision, epoch, build, editable, List.of());
    }
}
