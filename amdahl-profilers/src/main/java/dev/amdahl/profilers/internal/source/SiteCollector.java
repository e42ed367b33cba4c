package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.CodeScope;
import dev.amdahl.spi.profiler.CodeSite;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Takes the sites of one file; one of a kind per line. Not thread-safe. */
final class SiteCollector {
    private final String file;
    private final List<String> lines;
    private final Set<CodeSite> sites = new LinkedHashSet<>();

    SiteCollector(String file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /** Notes a site; lines count from 1. */
    void add(SiteKind kind, int line, CodeScope scope) {
        String text = line <= lines.size() ? lines.get(line - 1).strip() : "";
        sites.add(new CodeSite(file, line, kind.key(), kind.suggests(), scope, text));
    }

    /** Returns the scope outside of any function. */
    CodeScope outside(boolean repeats) {
        return new CodeScope("", 1, Math.max(1, lines.size()), repeats);
    }

    List<CodeSite> sites() {
        return new ArrayList<>(sites);
    }
}
