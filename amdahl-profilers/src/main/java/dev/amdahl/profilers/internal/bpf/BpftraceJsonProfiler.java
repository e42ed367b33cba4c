package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads what {@code bpftrace -f json} prints: maps, histograms (power-of-two and linear, buckets without a least or greatest value),
 * stats and time series, with one or several keys, one document after another. Counters keep the names of the maps
 * ({@code @map[key]}, {@code @hist.p99_upper}); a histogram printed after the line {@code Tracing CPU scheduler} is that of runqlat.
 * Thread-safe.
 */
public final class BpftraceJsonProfiler implements Profiler {
    static final String NAME = "bpftrace-json";

    private static final Pattern START = Pattern.compile(
            "^\\uFEFF?\\s*\\{\\s*\"type\"\\s*:\\s*\"(map|hist|stats|tseries|attached_probes|lost_events|printf|time|value)\"\\s*,");

    @Override
    public boolean reads(Artifact artifact) {
        return START.matcher(String.join("\n", TextPrefix.lines(artifact))).find();
    }

    @Override
    public Optional<Attachment> attachment() {
        return Scripts.around("bpftrace", .03);
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new BpftraceJsonReader(artifact, limits).read();
    }
}
