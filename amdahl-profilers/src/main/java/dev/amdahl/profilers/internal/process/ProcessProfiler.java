package dev.amdahl.profilers.internal.process;

import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Watches a process tree at 10 Hz. Its profile has the counters {@code wall_seconds, cpu_user_seconds, cpu_system_seconds,
 * voluntary_switches, involuntary_switches, read_bytes, write_bytes, major_faults, io_wait_seconds, run_queue_delay_seconds,
 * cpu_throttled_seconds, cgroup_cpu_seconds, device_busy_fraction, samples}, each from the first sample, or from its own start for a process younger than two seconds, to the last sample in which a process of the tree was alive; what the system did not show is absent. The
 * accelerator's share is the mean of all accelerators of the host. From these, where all is known: {@code runnable_per_core}, the mean
 * number of threads that ran or waited for a processor over the processors that the process may use, and {@code cpu_throttled_frac}, the
 * time that the control group's quota kept threads waiting over that and the time they ran. Thread-safe.
 */
public final class ProcessProfiler implements Profiler {
    static final String NAME = "process";
    static final Path PROC = Path.of("/proc");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private final Clock clock;
    private final ProcReader reader;
    private final CgroupReader groups;
    private final Duration period;
    private final List<String> useCommand;

    /** Watches this host's processes. */
    public ProcessProfiler(Clock clock) {
        this(clock, PROC, GROUPS, Duration.ofMillis(100), AcceleratorUse.NVIDIA_SMI);
    }

    ProcessProfiler(Clock clock, Path proc, Duration period, List<String> useCommand) {
        this(clock, proc, GROUPS, period, useCommand);
    }

    ProcessProfiler(Clock clock, Path proc, Path groups, Duration period, List<String> useCommand) {
        this.clock = clock;
        this.reader = new ProcReader(proc);
        this.groups = new CgroupReader(proc, groups);
        this.period = period;
        this.useCommand = List.copyOf(useCommand);
    }

    @Override
    public boolean reads(Artifact artifact) {
        try (InputStream in = Files.newInputStream(artifact.path())) {
            String prefix = new String(in.readNBytes(200), StandardCharsets.UTF_8);
            return prefix.startsWith("{\"format\":\"" + ProcessCapture.FORMAT + "\"");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        return new ProcessLog(artifact, limits).read();
    }

    @Override
    public Optional<Capture> capture(long pid, Path directory) {
        return Optional.of(new ProcessCapture(clock, reader, groups, period, useCommand, pid, directory));
    }
}
