package dev.amdahl.profilers.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads how long the quota of a process's control group kept its threads from running, {@code cpu.stat} of cgroup version 2 or 1. The
 * group may hold more than the process. Thread-safe.
 */
final class CgroupReader {
    private final Path proc;
    private final Path groups;

    /** @param groups where the control groups are mounted */
    CgroupReader(Path proc, Path groups) {
        this.proc = proc;
        this.groups = groups;
    }

    /**
     * What a group has counted since it was made.
     *
     * @param throttledSeconds time that the quota kept runnable threads waiting, summed over processors
     * @param usedSeconds processor time
     */
    record CpuStat(double throttledSeconds, double usedSeconds) {}

    /** The counts of the group of a process; empty where there is none that counts throttling. */
    Optional<CpuStat> of(long pid) {
        for (String line : text(proc.resolve(pid + "/cgroup")).orElse("").split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && (parts[1].isEmpty() || parts[1].matches("(.*,)?cpu(,.*)?"))) {
                Optional<CpuStat> stat = in(parts[1], parts[2]);
                if (stat.isPresent()) {
                    return stat;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<CpuStat> in(String controllers, String group) {
        Path mount = groups.resolve(controllers).normalize();
        Path folder = mount.resolve(group.replaceFirst("^/+", "")).normalize();
        if (!folder.startsWith(mount)) {
            return Optional.empty();
        }
        Optional<String> found = text(folder.resolve("cpu.stat")).or(() -> text(mount.resolve("cpu.stat")));
        String stat = "\n" + found.orElse("");
        Optional<Double> throttled =
                value(stat, "\nthrottled_usec ", 1e6).or(() -> value(stat, "\nthrottled_time ", 1e9));
        Optional<Double> used = value(stat, "\nusage_usec ", 1e6)
                .or(() -> text(folder.resolve("cpuacct.usage"))
                        .or(() -> text(groups.resolve("cpuacct")
                                .resolve(mount.relativize(folder).resolve("cpuacct.usage"))))
                        .flatMap(text -> value("\n " + text, "\n ", 1e9)));
        return throttled.flatMap(seconds -> used.map(use -> new CpuStat(seconds, use)));
    }

    private static Optional<Double> value(String text, String key, double unit) {
        int at = text.indexOf(key);
        String word = at < 0 ? "" : text.substring(at + key.length()).strip().split("\\s", 2)[0];
        return word.matches("\\d{1,18}") ? Optional.of(Double.parseDouble(word) / unit) : Optional.empty();
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
