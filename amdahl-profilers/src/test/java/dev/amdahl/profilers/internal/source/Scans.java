package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a finder over one file. */
final class Scans {
    private Scans() {}

    /** Each site as {@code line kind}, in order. */
    static List<String> python(Path folder, String text) {
        return kinds(scan(folder, new PythonSiteFinder(), "train.py", text));
    }

    static List<String> java(Path folder, String text) {
        return kinds(scan(folder, new JavaSiteFinder(), "Job.java", text));
    }

    static SourceScan scan(Path folder, SiteFinder finder, String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return finder.find(folder, SourceLimits.DEFAULT);
    }

    private static List<String> kinds(SourceScan scan) {
        if (!scan.findings().isEmpty() || scan.files().size() != 1) {
            throw new AssertionError("the test's source does not parse: " + scan.findings());
        }
        return scan.sites().stream().map(Scans::kind).toList();
    }

    private static String kind(CodeSite site) {
        return site.line() + " " + site.kind();
    }
}
