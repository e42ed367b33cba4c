package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Changes of C source that can be tried. Each goes through pairs, output checks and a panel as anybody's patch. */
enum CEdit {
    STRLEN_HOIST("measure a string once", "algo-hoist-invariant", Bottleneck.HOST_SERIAL, Bottleneck.REDUNDANT_WORK),
    FLUSH_LESS(
            "let the C library flush its files",
            "side-log-less",
            Bottleneck.PERIODIC_SIDE_WORK,
            Bottleneck.HOST_SERIAL),
    STDIO_BUFFERED(
            "write through the C library's buffer",
            "side-log-less",
            Bottleneck.PERIODIC_SIDE_WORK,
            Bottleneck.HOST_SERIAL),
    POWER_PRODUCT(
            "multiply instead of raising to a power",
            "host-cpu-features-vectorise",
            Bottleneck.HOST_SERIAL,
            Bottleneck.COMPUTE_BOUND),
    LOOP_ORDER(
            "walk arrays as they lie in memory",
            "host-cpu-features-vectorise",
            Bottleneck.HOST_SERIAL,
            Bottleneck.MEMORY_BOUND);

    private final String title;
    private final String idea;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Bottleneck> addresses;

    CEdit(String title, String idea, Bottleneck... addresses) {
        this.title = title;
        this.idea = idea;
        this.addresses = List.of(addresses);
    }

    /** Returns what it is called. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns those that have a place in the C files under a folder; a file that does not parse has none. */
    static List<SourceEdit> in(Path root, SourceLimits limits) {
        if (Grammar.C.problem().isPresent()) {
            return List.of();
        }
        Map<String, CEdits> files = new TreeMap<>();
        new SourceFiles(root, ".c", limits).files().forEach((name, path) -> {
            try {
                files.put(name, new CEdits(Grammar.C.parse(TreeScan.text(path, limits))));
            } catch (IOException | UnparsableException unreadable) {
                files.remove(name);
            }
        });
        return Arrays.stream(values())
                .flatMap(edit -> edit.over(files).stream())
                .toList();
    }

    private Optional<SourceEdit> over(Map<String, CEdits> files) {
        StringBuilder diff = new StringBuilder();
        List<String> places = new ArrayList<>();
        files.forEach((name, edits) -> {
            String here = edits.diff(this, name);
            if (!here.isEmpty()) {
                diff.append(here);
                edits.lines(this).forEach(line -> places.add(name + ":" + line));
            }
        });
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(new SourceEdit(title(), title, idea, addresses, false, places, diff.toString()));
    }
}
