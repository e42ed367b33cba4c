package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.timeline.sites.SiteReport;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.SiteFinderFactory;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Joins the hot frames of a profile to the source in a folder. */
final class TraceSites {
    private TraceSites() {}

    static SiteReport of(Path source, Profile profile, Plugins plugins) {
        PluginSettings settings = new PluginSettings(Clock.systemUTC(), new SplittableRandom(1), Path.of(""), Map.of());
        List<SourceScan> scans = plugins.createReady(SiteFinderFactory.class, settings).stream()
                .map(finder -> finder.find(source, SourceLimits.DEFAULT))
                .toList();
        return SiteReport.of(scans, List.of(profile));
    }
}
