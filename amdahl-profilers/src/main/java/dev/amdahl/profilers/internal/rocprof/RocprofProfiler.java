package dev.amdahl.profilers.internal.rocprof;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.FileTimeline;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads what rocprofv3 writes: its JSON, and its tables of kernels and of copies. Dispatches have a lane for each queue of a device, copies
 * one for each device, on the machine's own clock. What else it holds is left out, and a finding says so. Thread-safe.
 */
public final class RocprofProfiler implements Profiler {
    static final String NAME = "rocprofv3";

    private static final Pattern BEGIN = Pattern.compile("^\\s*\\{\\s*\"rocprofiler-sdk-tool\"\\s*:");

    @Override
    public boolean reads(Artifact artifact) {
        return isDocument(artifact)
                || TextPrefix.of(artifact)
                        .lines()
                        .findFirst()
                        .filter(RocprofTable::isHeader)
                        .isPresent();
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        RocprofRecords records = isDocument(artifact)
                ? new RocprofDocument(artifact, limits).records()
                : new RocprofTable(artifact, limits).records();
        return new FileProfile(
                NAME, artifact, FileTimeline.of(records.lanes(), false), Map.of(), List.of(), records.findings());
    }

    private static boolean isDocument(Artifact artifact) {
        return BEGIN.matcher(TextPrefix.of(artifact)).find();
    }
}
