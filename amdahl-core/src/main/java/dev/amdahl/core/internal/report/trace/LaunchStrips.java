package dev.amdahl.core.internal.report.trace;

import dev.amdahl.core.internal.timeline.analysis.Callers;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What launched the work of a device, as strips below its lanes. Immutable. */
final class LaunchStrips {
    private final Callers callers;
    private final String what;

    /** @param what the names are of, such as {@code operators} */
    LaunchStrips(Timeline timeline, Callers.Level level, String what) {
        this.callers = new Callers(timeline, level);
        this.what = what;
    }

    /** Returns the strip of a lane, in which pieces of one launcher in a row are one interval; empty where none was recorded. */
    Optional<Strip> of(Lane lane) {
        Strip strip = new Strip(what + " of " + lane.name());
        String name = "";
        long start = 0;
        long end = 0;
        @Nullable Shade shade = null;
        for (int i = 0; i < lane.size(); i++) {
            String launcher = callers.launcher(lane, i);
            Shade next = Shade.of(lane.activity(i));
            if (!launcher.equals(name) || !next.equals(shade)) {
                add(strip, start, end, shade, name);
                name = launcher;
                shade = next;
                start = lane.start(i);
                end = lane.end(i);
            } else {
                end = Math.max(end, lane.end(i));
            }
        }
        add(strip, start, end, shade, name);
        return strip.size() == 0 ? Optional.empty() : Optional.of(strip);
    }

    private static void add(Strip strip, long start, long end, @Nullable Shade shade, String name) {
        if (shade != null && !name.isEmpty()) {
            strip.add(start, end, shade, name);
        }
    }
}
