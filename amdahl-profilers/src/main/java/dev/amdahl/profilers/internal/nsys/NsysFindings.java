package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the tool's own rules would say of an export, as sentences. */
final class NsysFindings {
    private NsysFindings() {}

    static List<String> of(Optional<Timeline> timeline, NsysCalls calls, Map<String, Long> dropped) {
        List<String> findings = new ArrayList<>();
        List<DeviceUse> devices = timeline.map(DeviceUse::of).orElse(List.of());
        if (devices.isEmpty()) {
            findings.add("no device work in the export: no kernel, copy or fill was recorded");
        }
        timeline.filter(all -> !all.isEpochBased())
                .ifPresent(
                        all -> findings.add("the export does not say when it began: times are not on the wall clock"));
        if (calls.pageableAsync() > 0) {
            findings.add(words(
                    "%s (%.3f s, %.1f MB) of pageable memory, so the call waits: pin it",
                    Plurals.of(calls.pageableAsync(), "asynchronous copy"),
                    calls.pageableAsyncSeconds(),
                    calls.pageableAsyncBytes() / 1e6));
        }
        calls.tallies()
                .forEach((what, tally) -> findings.add(
                        words("%s held the host for %.3f s", Plurals.of(tally.count, what), tally.seconds)));
        for (DeviceUse device : devices) {
            if (device.longGaps() > 0) {
                findings.add(words(
                        "device %d: %s longer than 500 ms, %.3f s in all",
                        device.device(), Plurals.of(device.longGaps(), "gap"), device.longGapNanos() / 1e9));
            }
            if (device.lowParts() > 0) {
                findings.add(words(
                        "device %d: less than 50 %% busy in %d of %d parts of its time; %.1f %% busy over all",
                        device.device(), device.lowParts(), DeviceUse.PARTS, 100 * device.busyShare()));
            }
        }
        dropped.forEach((what, count) -> findings.add("dropped " + what + ": " + Plurals.grouped(count)));
        return findings;
    }

    private static String words(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
