package dev.amdahl.core.timeline.sites;

import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Gives the seconds of hot frames to the sites of source that they name. Used once, not thread-safe. */
final class SiteJoin {
    private static final int MOST_FINDINGS = 10;
    private static final int MOST_HOT_LINES = 100;
    private static final Comparator<RankedSite> ORDER = Comparator.comparingDouble(RankedSite::seconds)
            .reversed()
            .thenComparing(RankedSite::match)
            .thenComparing(site -> !site.repeats())
            .thenComparing(RankedSite::file)
            .thenComparingInt(RankedSite::line)
            .thenComparing(RankedSite::kind);

    private final List<SourceScan> scans;
    private final Map<Line, List<Seen>> seen = new HashMap<>();
    private final Set<Seen> used = new HashSet<>();
    private final List<String> findings = new ArrayList<>();

    private record Line(Path root, String file, int line) {}

    /** Each frame is one thing, also where two have the same text. */
    private record Seen(int index, Line at, String function, double seconds, FramePlace place) {}

    SiteJoin(List<SourceScan> scans, List<HotFrame> frames) {
        this.scans = scans;
        scans.forEach(scan -> findings.addAll(scan.findings()));
        SourceIndex index = new SourceIndex(scans);
        for (int i = 0; i < frames.size(); i++) {
            HotFrame frame = frames.get(i);
            if (frame.seconds() > 0 && Double.isFinite(frame.seconds())) {
                locate(i, frame, index);
            }
        }
        if (seen.isEmpty() && !frames.isEmpty()) {
            findings.add("none of the " + frames.size()
                    + " hot frames lies in the source: no site could be confirmed, and none is cleared");
        }
    }

    private void locate(int i, HotFrame frame, SourceIndex index) {
        FramePlace place = FramePlace.of(frame.frame()).orElse(null);
        if (place == null) {
            return;
        }
        List<SourceIndex.SourceFile> files = index.find(place.path());
        if (files.size() == 1) {
            Line line = new Line(files.get(0).scan().root(), files.get(0).path(), place.line());
            seen.computeIfAbsent(line, key -> new ArrayList<>())
                    .add(new Seen(i, line, place.function(), frame.seconds(), place));
        } else if (files.size() > 1 && findings.size() < MOST_FINDINGS) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%s:%d fits %d files, among them %s and %s: its %.3f s are given to none",
                    place.path(),
                    place.line(),
                    files.size(),
                    files.get(0).path(),
                    files.get(1).path(),
                    frame.seconds()));
        }
    }

    SiteReport report() {
        List<RankedSite> ranked = new ArrayList<>();
        for (SourceScan scan : scans) {
            for (CodeSite site : scan.sites()) {
                ranked.add(rank(scan, site));
            }
        }
        ranked.sort(ORDER);
        return new SiteReport(ranked, hotLines(), findings);
    }

    private RankedSite rank(SourceScan scan, CodeSite site) {
        double atLine = seconds(scan, site, site.line());
        if (atLine > 0) {
            return new RankedSite(site, atLine, RankedSite.Match.LINE);
        }
        double inFunction = seconds(scan, site, site.scope().firstLine());
        return inFunction > 0
                ? new RankedSite(site, inFunction, RankedSite.Match.FUNCTION)
                : new RankedSite(site, 0, RankedSite.Match.COLD);
    }

    private double seconds(SourceScan scan, CodeSite site, int line) {
        double sum = 0;
        for (Seen one : seen.getOrDefault(new Line(scan.root(), site.file(), line), List.of())) {
            if (one.place().isIn(site.scope().function())) {
                sum += one.seconds();
                used.add(one);
            } else if (findings.size() < MOST_FINDINGS) {
                String other = site.file() + ":" + line + " is in "
                        + (site.scope().function().isEmpty()
                                ? "no function"
                                : site.scope().function())
                        + " by the source, and in " + one.function()
                        + " by the profile: the source may be of another revision";
                if (!findings.contains(other)) {
                    findings.add(other);
                }
            }
        }
        return sum;
    }

    private List<HotLine> hotLines() {
        Map<Line, Double> rest = new HashMap<>();
        Map<Line, String> functions = new HashMap<>();
        seen.values()
                .forEach(frames -> frames.forEach(one -> {
                    if (!used.contains(one)) {
                        rest.merge(one.at(), one.seconds(), Double::sum);
                        functions.putIfAbsent(one.at(), one.function());
                    }
                }));
        return rest.entrySet().stream()
                .map(entry -> new HotLine(
                        entry.getKey().file(),
                        entry.getKey().line(),
                        functions.getOrDefault(entry.getKey(), ""),
                        entry.getValue()))
                .sorted(Comparator.comparingDouble(HotLine::seconds)
                        .reversed()
                        .thenComparing(HotLine::file)
                        .thenComparingInt(HotLine::line))
                .limit(MOST_HOT_LINES)
                .toList();
    }
}
