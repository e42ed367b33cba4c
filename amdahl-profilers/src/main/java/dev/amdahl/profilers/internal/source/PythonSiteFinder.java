package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds places in Python source, with tree-sitter's grammar: reads that wait for the device, loader settings, copies, checkpoints and
 * logging in loops, thread settings. Whether a name is a tensor is told from the same function's text; what it does not tell is no
 * site. Thread-safe.
 */
public final class PythonSiteFinder implements SiteFinder {
    static final String NAME = "python";
    private static final int FIRST_LINE = 200;

    @Override
    public SourceScan find(Path root, SourceLimits limits) {
        requireParser();
        return new TreeScan(root, ".py", limits, PythonSites::find).scan();
    }

    @Override
    public SettingScan settings(Path root, Path program, SourceLimits limits) {
        requireParser();
        return isPython(root.resolve(program)) ? new PythonProgram(root, limits).scan(program) : SettingScan.NONE;
    }

    @Override
    public List<SourceEdit> edits(Path root, Path program, SourceLimits limits) {
        requireParser();
        return isPython(root.resolve(program)) ? new PythonProgram(root, limits).edits(program) : List.of();
    }

    /** By its ending, or by its first line. */
    private static boolean isPython(Path file) {
        if (file.toString().endsWith(".py")) {
            return true;
        }
        byte[] start = new byte[FIRST_LINE];
        try (InputStream in = Files.newInputStream(file)) {
            String line = new String(start, 0, in.readNBytes(start, 0, FIRST_LINE), StandardCharsets.UTF_8);
            return line.startsWith("#!") && line.lines().findFirst().orElse("").contains("python");
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static void requireParser() {
        Grammar.PYTHON.problem().ifPresent(why -> {
            throw new UnavailableException(
                    "site-finder " + NAME, why, "read Python where tree-sitter has a native library", null);
        });
    }
}
