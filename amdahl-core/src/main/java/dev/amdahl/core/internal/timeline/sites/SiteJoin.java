package dev.amdahl.core.internal.timeline.sites;

import dev.amdahl.core.internal.timeline.sites.RankedSite.Match;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.SourceScan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives the seconds of frames to the sites of source that they name. Where the profiles tell what threads waited for, a site gets
 * the seconds waited for its own class; else the frame's exclusive seconds, which may be of other things too. Used once, not thread-safe.
 */
final class SiteJoin {
    private static final int MAX_FINDINGS = 10;
    private static final int MAX_HOT_LINES = 100;
    private static final Map<Bottleneck, Activity> WAITS = Map.of(
            Bottleneck.SYNC_STALL, Activity.SYNC,
            Bottleneck.INPUT_STARVATION, Activity.INPUT_WAIT,
            Bottleneck.CHECKPOINT_STALL, Activity.CHECKPOINT,
            Bottleneck.PERIODIC_SIDE_WORK, Activity.SIDE_WORK,
            Bottleneck.HOST_CONTENTION, Activity.OFF_CPU);
    private static final Comparator<RankedSite> ORDER = Comparator.comparingDouble(RankedSite::seconds)
            .reversed()
            .thenComparing(RankedSite::match)
            .thenComparing(site -> !site.repeats())
            .thenComparing(RankedSite::file)
            .thenComparingInt(RankedSite::line)
            .thenComparing(RankedSite::kind);

    private final List<SourceScan> scans;
    private final int frames;
    private final LocatedFrames hot;
    private final Map<Activity, LocatedFrames> waits = new EnumMap<>(Activity.class);

    SiteJoin(List<SourceScan> scans, List<HotFrame> hotFrames, Map<Activity, List<HotFrame>> waitFrames) {
        this.scans = scans;
        this.frames = hotFrames.size();
        SourceIndex index = new SourceIndex(scans);
        this.hot = new LocatedFrames(index, hotFrames);
        waitFrames.forEach((activity, of) -> waits.put(activity, new LocatedFrames(index, of)));
    }

    SiteReport report() {
        List<RankedSite> ranked = new ArrayList<>();
        for (SourceScan scan : scans) {
            for (CodeSite site : scan.sites()) {
                ranked.add(rank(scan, site));
            }
        }
        ranked.sort(ORDER);
        List<HotLine> rest = hot.rest().stream()
                .sorted(Comparator.comparingDouble(HotLine::seconds)
                        .reversed()
                        .thenComparing(HotLine::file)
                        .thenComparingInt(HotLine::line))
                .limit(MAX_HOT_LINES)
                .toList();
        return new SiteReport(ranked, rest, findings());
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        scans.forEach(scan -> findings.addAll(scan.findings()));
        hot.ambiguous().stream().limit(MAX_FINDINGS).forEach(findings::add);
        hot.contradictions().stream().sorted().limit(MAX_FINDINGS).forEach(findings::add);
        if (frames > 0 && hot.isEmpty() && waits.values().stream().allMatch(LocatedFrames::isEmpty)) {
            findings.add("none of the " + frames
                    + " hot frames is in the source: no site could be confirmed, and none is cleared");
        }
        return findings;
    }

    private RankedSite rank(SourceScan scan, CodeSite site) {
        double hotHere = hot.seconds(scan, site, site.line());
        double hotAround = hot.seconds(scan, site, site.scope().firstLine());
        Optional<LocatedFrames> waited =
                Optional.ofNullable(WAITS.get(site.suggests())).map(waits::get);
        double waitedHere =
                waited.map(of -> of.seconds(scan, site, site.line())).orElse(0.0);
        double waitedAround = waited.map(
                        of -> of.seconds(scan, site, site.scope().firstLine()))
                .orElse(0.0);
        if (waitedHere > 0) {
            return new RankedSite(site, waitedHere, Match.LINE, true);
        }
        if (hotHere > 0) {
            return new RankedSite(site, hotHere, Match.LINE, false);
        }
        if (waitedAround > 0) {
            return new RankedSite(site, waitedAround, Match.FUNCTION, true);
        }
        return hotAround > 0
                ? new RankedSite(site, hotAround, Match.FUNCTION, false)
                : new RankedSite(site, 0, Match.COLD, false);
    }
}
