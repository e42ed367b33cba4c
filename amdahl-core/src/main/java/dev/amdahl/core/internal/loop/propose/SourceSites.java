package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.timeline.sites.RankedSite;
import dev.amdahl.core.internal.timeline.sites.SiteReport;
import dev.amdahl.core.internal.workspace.SourceFiles;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.hypothesis.HotPlace;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The places in a job's declared source at which the time of an evidence run was seen.
 *
 * @param findings sentences for the diagnosis
 * @param places the same for programs, the hottest first
 */
record SourceSites(List<String> findings, List<HotPlace> places) {
    static final SourceSites NONE = new SourceSites(List.of(), List.of());

    private static final int MAX = 10;
    private static final int MAX_PLACES = 20;

    /** None where the job declares no source. The source is read as it lies there now. */
    static SourceSites of(LoopSetup setup, JobSpec job, List<Profile> profiles) {
        boolean hasFrames = profiles.stream()
                .anyMatch(profile ->
                        !profile.hotFrames().isEmpty() || !profile.waits().isEmpty());
        if (job.source().isEmpty() || (setup.siteFinders().isEmpty() && !hasFrames)) {
            return NONE;
        }
        SourceTree source = job.source().get();
        List<SourceScan> scans = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        for (SiteFinder finder : setup.siteFinders()) {
            try {
                scans.add(finder.find(source.repository(), SourceLimits.DEFAULT));
            } catch (AmdahlException unreadable) {
                findings.add(String.valueOf(unreadable.getMessage()));
            }
        }
        if (hasFrames) {
            scans.add(others(source, scans));
        }
        SiteReport report = SiteReport.of(scans, profiles);
        findings.addAll(0, report.sentences(MAX));
        return new SourceSites(findings, places(report));
    }

    /** Files in which no finder looks for sites, but in which frames may lie. */
    private static SourceScan others(SourceTree source, List<SourceScan> scans) {
        Set<String> scanned = new HashSet<>();
        scans.forEach(scan -> scanned.addAll(scan.files()));
        List<String> files = new SourceFiles(source)
                .paths().stream().filter(path -> !scanned.contains(path)).toList();
        return new SourceScan(source.repository(), files, List.of(), List.of());
    }

    private static List<HotPlace> places(SiteReport report) {
        Stream<HotPlace> sites = report.sites().stream()
                .filter(site -> site.match() != RankedSite.Match.COLD)
                .map(site -> new HotPlace(site.file(), site.line(), site.function(), site.seconds()));
        Stream<HotPlace> lines = report.hotLines().stream()
                .map(line -> new HotPlace(line.file(), line.line(), line.function(), line.seconds()));
        return Stream.concat(sites, lines)
                .sorted(Comparator.comparingDouble(HotPlace::seconds).reversed())
                .limit(MAX_PLACES)
                .toList();
    }
}
