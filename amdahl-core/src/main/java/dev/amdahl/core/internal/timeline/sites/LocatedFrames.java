package dev.amdahl.core.internal.timeline.sites;

import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Frames by the line of scanned source that they name. Not thread-safe. */
final class LocatedFrames {
    private final Map<Line, List<Seen>> seen = new HashMap<>();
    private final Set<Seen> used = new HashSet<>();
    private final List<String> ambiguous = new ArrayList<>();
    private final Set<String> contradictions = new HashSet<>();

    private record Line(Path root, String file, int line) {}

    /** Each frame is one thing, also where two have the same text. */
    private record Seen(int index, Line at, FramePlace place, double seconds) {}

    LocatedFrames(SourceIndex index, List<HotFrame> frames) {
        for (int i = 0; i < frames.size(); i++) {
            HotFrame frame = frames.get(i);
            int number = i;
            if (frame.seconds() > 0 && Double.isFinite(frame.seconds())) {
                FramePlace.of(frame.frame()).ifPresent(place -> add(number, place, frame.seconds(), index));
            }
        }
    }

    private void add(int number, FramePlace place, double seconds, SourceIndex index) {
        List<SourceIndex.SourceFile> files = index.find(place.path());
        if (files.size() == 1) {
            Line line = new Line(files.get(0).scan().root(), files.get(0).path(), place.line());
            seen.computeIfAbsent(line, any -> new ArrayList<>()).add(new Seen(number, line, place, seconds));
        } else if (files.size() > 1) {
            ambiguous.add(String.format(
                    Locale.ROOT,
                    "%s:%d fits %d files, among them %s and %s: its %.3f s are given to none",
                    place.path(),
                    place.line(),
                    files.size(),
                    files.get(0).path(),
                    files.get(1).path(),
                    seconds));
        }
    }

    boolean isEmpty() {
        return seen.isEmpty() && ambiguous.isEmpty();
    }

    /** Frames that fit several files. */
    List<String> ambiguous() {
        return ambiguous;
    }

    /** Frames whose function is not the one that the source shows at their line. */
    Set<String> contradictions() {
        return contradictions;
    }

    /** Seconds at a line of the function that a site stands in. */
    double seconds(SourceScan scan, CodeSite site, int line) {
        double sum = 0;
        String function = site.scope().function();
        for (Seen one : seen.getOrDefault(new Line(scan.root(), site.file(), line), List.of())) {
            if (one.place().isIn(function)) {
                sum += one.seconds();
                used.add(one);
            } else {
                contradictions.add(
                        site.file() + ":" + line + " is in " + (function.isEmpty() ? "no function" : function)
                                + " by the source, and in " + one.place().function()
                                + " by the profile: the source may be of another revision");
            }
        }
        return sum;
    }

    /** Returns what no site was given. */
    List<HotLine> rest() {
        Map<Line, Double> rest = new HashMap<>();
        Map<Line, String> functions = new HashMap<>();
        seen.values()
                .forEach(frames -> frames.forEach(one -> {
                    if (!used.contains(one)) {
                        rest.merge(one.at(), one.seconds(), Double::sum);
                        functions.putIfAbsent(one.at(), one.place().function());
                    }
                }));
        return rest.entrySet().stream()
                .map(entry -> new HotLine(
                        entry.getKey().file(),
                        entry.getKey().line(),
                        functions.getOrDefault(entry.getKey(), ""),
                        entry.getValue()))
                .toList();
    }
}
