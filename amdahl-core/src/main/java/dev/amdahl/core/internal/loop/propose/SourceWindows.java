package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.workspace.SourceFiles;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.HotPlace;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cuts the lines round hot places out of a job's source. */
final class SourceWindows {
    private static final int BEFORE = 12;
    private static final int AFTER = 12;
    private static final int MAX_FILES = 6;
    private static final int SHORT_FILE = 120;
    private static final int LONG_FILE = 1_200;
    private static final int MAX_LINE = 240;

    private SourceWindows() {}

    /** Returns the hottest first; where no place is known, the beginnings of the files that a patch may touch. */
    static List<SourceWindow> of(JobSpec job, List<HotPlace> places) {
        if (job.source().isEmpty()) {
            return List.of();
        }
        SourceFiles files = new SourceFiles(job.source().get());
        Map<String, List<HotPlace>> byFile = new LinkedHashMap<>();
        places.forEach(place ->
                byFile.computeIfAbsent(place.file(), any -> new ArrayList<>()).add(place));
        List<SourceWindow> windows = new ArrayList<>();
        byFile.entrySet().stream()
                .limit(MAX_FILES)
                .forEach(entry -> clean(files, entry.getKey())
                        .ifPresent(lines -> windows.addAll(around(entry.getKey(), lines, entry.getValue()))));
        if (windows.isEmpty()) {
            files.editable().stream()
                    .limit(MAX_FILES)
                    .forEach(path -> clean(files, path)
                            .ifPresent(lines ->
                                    window(path, lines, 1, SHORT_FILE, 0).ifPresent(windows::add)));
        }
        return windows.stream()
                .sorted(Comparator.comparingDouble(SourceWindow::seconds).reversed())
                .toList();
    }

    /** Redacted before it is cut: a key is found only where its lines stand together. */
    private static Optional<List<String>> clean(SourceFiles files, String path) {
        return files.lines(path).map(lines -> Redaction.lines(String.join("\n", lines)));
    }

    /** Returns the beginning of a file that a patch may touch; empty where it is none. */
    static Optional<SourceWindow> of(JobSpec job, String path) {
        return job.source()
                .map(SourceFiles::new)
                .filter(files -> files.editable().contains(path))
                .flatMap(files -> clean(files, path))
                .flatMap(lines -> window(path, lines, 1, LONG_FILE, 0));
    }

    /** Windows that touch become one; a short file is shown whole. */
    private static List<SourceWindow> around(String path, List<String> lines, List<HotPlace> places) {
        List<HotPlace> ordered = places.stream()
                .filter(place -> place.line() >= 1 && place.line() <= lines.size())
                .sorted(Comparator.comparingInt(HotPlace::line))
                .toList();
        double all = ordered.stream().mapToDouble(HotPlace::seconds).sum();
        List<SourceWindow> windows = new ArrayList<>();
        if (lines.size() <= SHORT_FILE && !ordered.isEmpty()) {
            window(path, lines, 1, lines.size(), all).ifPresent(windows::add);
            return windows;
        }
        int from = 0;
        int to = 0;
        double seconds = 0;
        for (HotPlace place : ordered) {
            if (from > 0 && place.line() - BEFORE > to + 1) {
                window(path, lines, from, to, seconds).ifPresent(windows::add);
                from = 0;
                seconds = 0;
            }
            from = from == 0 ? Math.max(1, place.line() - BEFORE) : from;
            to = Math.min(lines.size(), place.line() + AFTER);
            seconds += place.seconds();
        }
        if (from > 0) {
            window(path, lines, from, to, seconds).ifPresent(windows::add);
        }
        return windows;
    }

    private static Optional<SourceWindow> window(String path, List<String> lines, int from, int to, double seconds) {
        List<String> cut = lines.subList(from - 1, Math.min(to, lines.size())).stream()
                .map(line -> line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + "...")
                .toList();
        return cut.isEmpty() ? Optional.empty() : Optional.of(new SourceWindow(path, from, cut, seconds));
    }
}
