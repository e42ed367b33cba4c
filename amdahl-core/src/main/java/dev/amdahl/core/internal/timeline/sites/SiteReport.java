package dev.amdahl.core.internal.timeline.sites;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.SourceScan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sites of source by the time seen at them.
 *
 * @param sites hottest first; cold ones after all hot ones, those that repeat before those that do not
 * @param hotLines hot places of the source at which no site stands, hottest first
 * @param findings what could not be joined, in words
 */
public record SiteReport(
        @JsonProperty("sites") List<RankedSite> sites,
        @JsonProperty("hot_lines") List<HotLine> hotLines,
        @JsonProperty("findings") List<String> findings) {
    private static final int COLD_NAMED = 3;

    public SiteReport {
        sites = List.copyOf(sites);
        hotLines = List.copyOf(hotLines);
        findings = List.copyOf(findings);
    }

    /** Joins all that finders saw to all that the profiles of one run found hot. */
    public static SiteReport of(List<SourceScan> scans, List<? extends Profile> profiles) {
        List<HotFrame> frames = new ArrayList<>();
        Map<Activity, List<HotFrame>> waits = new EnumMap<>(Activity.class);
        for (Profile profile : profiles) {
            frames.addAll(profile.hotFrames());
            profile.waits()
                    .forEach((activity, of) -> waits.computeIfAbsent(activity, any -> new ArrayList<>())
                            .addAll(of));
        }
        return new SiteJoin(scans, frames, waits).report();
    }

    /** For a diagnosis: one sentence for each of the hottest sites, one for all cold ones, and what could not be joined. */
    public List<String> sentences(int mostSites) {
        List<String> sentences = new ArrayList<>();
        List<RankedSite> cold = new ArrayList<>();
        for (RankedSite site : sites) {
            if (site.match() == RankedSite.Match.COLD) {
                cold.add(site);
            } else if (sentences.size() < mostSites) {
                sentences.add(site.sentence());
            }
        }
        if (!cold.isEmpty()) {
            StringBuilder all =
                    new StringBuilder(cold.size() + " places in source were not seen hot, which does not clear them:");
            cold.stream()
                    .limit(COLD_NAMED)
                    .forEach(site -> all.append(' ')
                            .append(site.file())
                            .append(':')
                            .append(site.line())
                            .append(" (")
                            .append(site.kind())
                            .append("),"));
            sentences.add(all.substring(0, all.length() - 1));
        }
        sentences.addAll(findings);
        return sentences;
    }
}
