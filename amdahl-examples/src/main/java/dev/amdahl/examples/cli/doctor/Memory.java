package dev.amdahl.examples.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether there is room, in memory and on disk. */
final class Memory {
    private static final long MIB = 1L << 20;
    private static final long MIN_MEMORY = 512 * MIB;
    private static final long MIN_DISK = 1024 * MIB;
    private static final long NO_DISK = 64 * MIB;

    private Memory() {}

    static List<Check> checks(Path scratch) throws IOException {
        List<Check> checks = new ArrayList<>();
        long heap = Runtime.getRuntime().maxMemory() / MIB;
        Optional<Long> available =
                Probe.number("/proc/meminfo", "MemAvailable:").map(kib -> kib * 1024);
        available.map(bytes -> memory(bytes, heap)).ifPresent(checks::add);
        Optional<Long> swap = Probe.number("/proc/meminfo", "SwapTotal:");
        if (swap.filter(kib -> kib > 0).isPresent()) {
            long used = swap.get() - Probe.number("/proc/meminfo", "SwapFree:").orElse(0L);
            checks.add(swap(used / 1024));
        }
        checks.add(disk("disk", "temporary", scratch));
        return checks;
    }

    static Check memory(long bytes, long heap) {
        String found = bytes / MIB + " MiB available; heap of this program at most " + heap + " MiB";
        return bytes < MIN_MEMORY
                ? Check.warn("memory", "available", found, "stop other programs: a job that swaps measures the disk")
                : Check.ok("memory", "available", found);
    }

    static Check swap(long usedMib) {
        return usedMib > 0
                ? Check.warn("memory", "swap", usedMib + " MiB in use", "free memory: jobs that swap measure the disk")
                : Check.ok("memory", "swap", "none in use");
    }

    static Check disk(String area, String name, Path folder) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        String found = free / MIB + " MiB free for " + folder;
        String remedy = "free some disk space";
        if (free < NO_DISK) {
            return Check.fail(area, name, found, remedy + ": nothing can be kept");
        }
        return free < MIN_DISK ? Check.warn(area, name, found, remedy) : Check.ok(area, name, found);
    }
}
