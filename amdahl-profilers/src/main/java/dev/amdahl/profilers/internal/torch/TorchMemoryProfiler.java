package dev.amdahl.profilers.internal.torch;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.torch.MemorySnapshot;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads snapshots of PyTorch's allocator, without executing anything of them. Counters are those of the device that held the most. Thread-safe. */
public final class TorchMemoryProfiler implements Profiler {
    static final String NAME = "torch-memory";

    private static final int PREFIX = 64;

    @Override
    public boolean reads(Artifact artifact) {
        try (InputStream in = Files.newInputStream(artifact.path())) {
            String prefix = new String(in.readNBytes(PREFIX), StandardCharsets.ISO_8859_1);
            return prefix.startsWith("\u0080") && (prefix.contains("segments") || prefix.contains("device_traces"));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        Map<String, Double> counters = new TreeMap<>();
        List<String> findings = new ArrayList<>();
        for (MemorySnapshot.Device device :
                MemorySnapshot.read(artifact, limits).devices()) {
            most(counters, "memory_allocated_peak_bytes", device.allocatedPeak());
            most(counters, "memory_reserved_peak_bytes", device.reservedPeak());
            most(counters, "memory_allocated_end_bytes", device.allocatedEnd());
            most(counters, "memory_reserved_end_bytes", device.reservedEnd());
            String name = "device " + device.device();
            if (device.events() == 0) {
                findings.add(name + " has no history: call torch.cuda.memory._record_memory_history() before the work");
            }
            long unused = device.reservedAtPeak() - device.allocatedPeak();
            if (unused > .1 * device.reservedAtPeak()) {
                findings.add(String.format(
                        Locale.ROOT,
                        "%s: at the peak %.1f %% of the reserved memory was not allocated",
                        name,
                        100.0 * unused / device.reservedAtPeak()));
            }
            if (device.retries() > 0) {
                findings.add(name + ": memory ran out " + device.retries() + " times");
            }
        }
        return new FileProfile(NAME, artifact, Optional.empty(), counters, List.of(), findings);
    }

    private static void most(Map<String, Double> counters, String name, long bytes) {
        counters.merge(name, (double) bytes, Math::max);
    }
}
