package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.internal.report.trace.Shade;
import dev.amdahl.core.internal.report.trace.Strip;
import dev.amdahl.core.internal.timeline.analysis.IdleGaps;
import dev.amdahl.core.internal.timeline.path.CriticalPath;
import dev.amdahl.core.internal.timeline.path.PathSegments;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the analyses say of a timeline, as strips beside its lanes. */
final class TraceStrips {
    private TraceStrips() {}

    /** Returns why each stream was idle, by its lane. */
    static Map<Lane, Strip> idle(Timeline timeline) {
        Map<Lane, Strip> strips = new LinkedHashMap<>();
        IdleGaps.visit(timeline, (lane, start, end, reason) -> {
            Shade shade = Shade.of(reason);
            strips.computeIfAbsent(lane, any -> new Strip("why " + lane.name() + " is idle"))
                    .add(start, end, shade, shade.name());
        });
        return strips;
    }

    /** On what the length of the whole timeline hangs. */
    static Strip path(CriticalPath path) {
        Strip strip = new Strip("critical path");
        PathSegments segments = path.segments();
        for (int i = 0; i < segments.size(); i++) {
            Shade shade = Shade.of(segments.kind(i));
            strip.add(segments.start(i), segments.end(i), shade, shade.name());
        }
        return strip;
    }
}
