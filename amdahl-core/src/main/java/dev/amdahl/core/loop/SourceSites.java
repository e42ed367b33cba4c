package dev.amdahl.core.loop;

import dev.amdahl.core.timeline.sites.SiteReport;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Names the places in a job's declared source at which the time of an evidence run was seen. Stateless. */
final class SourceSites {
    private static final int MOST = 10;

    private SourceSites() {}

    /** Sentences for the diagnosis; none where the job declares no source. The source is read as it lies there now. */
    static List<String> findings(LoopSetup setup, JobSpec job, List<Profile> profiles) {
        if (job.source().isEmpty() || setup.siteFinders().isEmpty()) {
            return List.of();
        }
        Path root = job.source().get().repository();
        List<SourceScan> scans = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        for (SiteFinder finder : setup.siteFinders()) {
            try {
                scans.add(finder.find(root, SourceLimits.DEFAULT));
            } catch (AmdahlException unreadable) {
                findings.add(String.valueOf(unreadable.getMessage()));
            }
        }
        findings.addAll(0, SiteReport.of(scans, profiles).sentences(MOST));
        return findings;
    }
}
