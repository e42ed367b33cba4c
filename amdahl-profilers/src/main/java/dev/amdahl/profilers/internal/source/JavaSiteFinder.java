package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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

    /** Of a program that is one file, as {@code java Evaluate.java} starts it. */
    @Override
    public List<SourceEdit> edits(Path root, Path program, SourceLimits limits) {
        if (!program.toString().endsWith(".java") || program.isAbsolute()) {
            return List.of();
        }
        try {
            return new JavaEdits(program.toString().replace('\\', '/'), TreeScan.text(root.resolve(program), limits))
                    .all();
        } catch (IOException | UnparsableException | StackOverflowError unreadable) {
            return List.of();
        }
    }
}
