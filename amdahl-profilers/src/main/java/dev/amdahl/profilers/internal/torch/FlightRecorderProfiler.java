package dev.amdahl.profilers.internal.torch;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what PyTorch's flight recorder wrote of one rank, a pickle or JSON, without executing anything of it. Thread-safe. */
public final class FlightRecorderProfiler implements Profiler {
    static final String NAME = "flight-recorder";

    @Override
    public boolean reads(Artifact artifact) {
        return FlightRecords.isDump(artifact.path());
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        FlightRecords records = FlightRecords.read(List.of(artifact), limits);
        List<String> findings = records.ranks().stream()
                .filter(last -> !last.ended())
                .map(last -> "rank " + last.rank() + " waits in " + last.operation() + " of " + last.group())
                .toList();
        return new FileProfile(
                NAME,
                artifact,
                Optional.empty(),
                Map.of("groups_waited_in", (double) findings.size()),
                List.of(),
                findings);
    }
}
