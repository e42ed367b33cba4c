package dev.amdahl.profilers.internal.torch;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what PyTorch's flight recorder wrote of one rank, a pickle or JSON, without executing anything of it. Thread-safe. */
public final class FlightRecorderProfiler implements Profiler {
    /** Its name. */
    public static final String NAME = "flight-recorder";

    private static final int PREFIX = 4096;
    private static final Pattern BEGIN = Pattern.compile("^(\\x80|\\s*\\{)");
    private static final Pattern OWN = Pattern.compile("pg_config|collective_seq_id|comm_lib_version");

    @Override
    public boolean reads(Artifact artifact) {
        try (InputStream in = Files.newInputStream(artifact.path())) {
            String prefix = new String(in.readNBytes(PREFIX), StandardCharsets.ISO_8859_1);
            return BEGIN.matcher(prefix).find() && OWN.matcher(prefix).find();
        } catch (IOException e) {
            return false;
        }
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
