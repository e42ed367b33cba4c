package dev.amdahl.core.internal.report;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** File names out of names of jobs: letters, digits, dots, hyphens and underscores, each used once. Not thread-safe. */
final class FileNames {
    private static final int MAX = 80;

    private final Set<String> used = new HashSet<>();

    String of(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+", "");
        String base = safe.isEmpty() ? "job" : safe.substring(0, Math.min(MAX, safe.length()));
        String free = base;
        for (int i = 2; !used.add(free.toLowerCase(Locale.ROOT)); i++) {
            free = base + "-" + i;
        }
        return free;
    }
}
