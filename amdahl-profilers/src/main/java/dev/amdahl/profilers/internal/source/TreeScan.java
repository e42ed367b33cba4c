package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Looks through the files of one language under a root, one after the other. Used once, not thread-safe. */
final class TreeScan {
    private static final Comparator<CodeSite> ORDER = Comparator.comparing(CodeSite::file)
            .thenComparingInt(CodeSite::line)
            .thenComparing(CodeSite::kind);

    private final Path root;
    private final String extension;
    private final SourceLimits limits;
    private final Language language;
    private final List<String> read = new ArrayList<>();
    private final List<CodeSite> sites = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    /** Finds the sites in one file. */
    interface Language {
        void find(String text, SiteCollector into) throws UnparsableException;
    }

    TreeScan(Path root, String extension, SourceLimits limits, Language language) {
        this.root = root;
        this.extension = extension;
        this.limits = limits;
        this.language = language;
    }

    SourceScan scan() {
        SourceFiles files = new SourceFiles(root, extension, limits);
        findings.addAll(files.findings());
        for (Map.Entry<String, Path> file : files.files().entrySet()) {
            file(file.getKey(), file.getValue());
        }
        sites.sort(ORDER);
        if (sites.size() > limits.maxSites()) {
            findings.add("only the first " + limits.maxSites() + " of " + sites.size() + " sites are given");
            sites.subList(limits.maxSites(), sites.size()).clear();
        }
        return new SourceScan(root, read, sites, findings);
    }

    private void file(String name, Path path) {
        try {
            String text = text(path, limits);
            SiteCollector collector = new SiteCollector(name, text.lines().toList());
            language.find(text, collector);
            read.add(name);
            sites.addAll(collector.sites());
        } catch (UnparsableException e) {
            findings.add(name + ": " + e.getMessage());
        } catch (IOException e) {
            findings.add(name + ": cannot be read: " + e);
        }
    }

    /** Returns the text of a file that is within the limits. */
    static String text(Path path, SourceLimits limits) throws IOException, UnparsableException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, limits.maxFileBytes() + 1));
            if (bytes.length > limits.maxFileBytes()) {
                throw new UnparsableException("longer than " + limits.maxFileBytes() + " bytes, left out");
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (text.indexOf('\0') >= 0) {
                throw new UnparsableException("holds a zero byte, so it is not text");
            }
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        }
    }
}
