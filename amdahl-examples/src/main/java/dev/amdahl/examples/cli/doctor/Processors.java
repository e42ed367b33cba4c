package dev.amdahl.examples.cli.doctor;

import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Machine;
import dev.amdahl.examples.cli.common.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether processors are free, steady and enough to measure on. */
final class Processors {
    private static final String AREA = "processor";
    private static final String OLD_GROUP = "/sys/fs/cgroup/cpu/";
    private static final int MIN = 2;
    private static final double WAITING_PERCENT = 10;

    private Processors() {}

    static List<Check> checks() {
        int cores = Runtime.getRuntime().availableProcessors();
        List<Check> checks = new ArrayList<>();
        checks.add(cores(cores));
        Probe.file("/proc/loadavg").map(text -> load(text, cores)).ifPresent(checks::add);
        Probe.file("/proc/pressure/cpu").map(Processors::pressure).ifPresent(checks::add);
        checks.add(governor(Probe.file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")));
        Probe.file("/sys/fs/cgroup/cpu.max")
                .or(() -> Probe.file(OLD_GROUP + "cpu.cfs_quota_us")
                        .map(quota -> quota + " "
                                + Probe.file(OLD_GROUP + "cpu.cfs_period_us").orElse("")))
                .map(text -> quota(text, cores))
                .ifPresent(checks::add);
        return checks;
    }

    static Check cores(int cores) {
        String found = Machine.here().toString();
        return cores < MIN
                ? Check.fail(AREA, "cores", found, "local trials need at least two; or use another scheduler")
                : Check.ok(AREA, "cores", found);
    }

    /** Returns a line of {@code /proc/loadavg}. */
    static Check load(String text, int cores) {
        Load load = Load.of(text, cores);
        String found = String.format(Locale.ROOT, "%.2f over the last minute on %d cores", load.average(), cores);
        return load.isHigh()
                ? Check.warn(AREA, "load", found, "stop other programs, or expect more pairs for the same answer")
                : Check.ok(AREA, "load", found);
    }

    /** Returns the share of time in which something waited for a processor. */
    static Check pressure(String text) {
        double percent = text.lines()
                .filter(line -> line.startsWith("some "))
                .map(line -> line.replaceFirst(".*avg60=([0-9.]+).*", "$1"))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElse(0);
        String found = "something waited " + Words.number("%.1f %%", percent) + " of the last minute";
        return percent > WAITING_PERCENT
                ? Check.warn(AREA, "pressure", found, "stop other programs, or expect more pairs for the same answer")
                : Check.ok(AREA, "pressure", found);
    }

    static Check governor(Optional<String> governor) {
        if (governor.isEmpty()) {
            return Check.ok(AREA, "governor", "not shown by this machine");
        }
        return governor.get().equals("performance")
                ? Check.ok(AREA, "governor", governor.get())
                : Check.warn(
                        AREA,
                        "governor",
                        governor.get() + ": the clock rate follows the load",
                        "sudo cpupower frequency-set -g performance, for the time of the measurement");
    }

    /** {@code QUOTA PERIOD} in microseconds; {@code max} or a negative number is none. */
    static Check quota(String text, int cores) {
        String[] words = text.split(" ", -1);
        if (words.length < 2 || !(words[0] + words[1]).matches("\\d+")) {
            return Check.ok(AREA, "quota", "none");
        }
        double share = Double.parseDouble(words[0]) / Double.parseDouble(words[1]);
        String found = String.format(Locale.ROOT, "%.2f cores by the control group", share);
        return share < cores
                ? Check.warn(
                        AREA,
                        "quota",
                        found + ", so commands are stopped in each period",
                        "give whole cores (cpuset) instead of a quota, or measure elsewhere")
                : Check.ok(AREA, "quota", found);
    }
}
