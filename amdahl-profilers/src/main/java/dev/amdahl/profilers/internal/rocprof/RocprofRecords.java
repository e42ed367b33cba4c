package dev.amdahl.profilers.internal.rocprof;

import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.profilers.internal.nsys.NsysNames;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What one file holds, whatever its format: a lane for each queue of a device. Not thread-safe. */
final class RocprofRecords {
    private static final Pattern COPY = Pattern.compile("^__amd_rocclr_(copy|fill)Buffer");
    private static final long LATEST = 4_102_444_800_000_000_000L;
    private static final int MAX_NAME = 2_000;
    private static final int ROW = 48;

    private final String file;
    private final ProfileLimits limits;
    private final MemoryBudget room;
    private final Map<String, LaneColumnsBuilder> lanes = new TreeMap<>();
    private final Map<String, Long> unread = new TreeMap<>();
    private long records;
    private long unusable;

    RocprofRecords(String file, ProfileLimits limits) {
        this.file = file;
        this.limits = limits;
        this.room = new MemoryBudget(file);
    }

    /** Returns a name as it is shown; call it once for equal ones. */
    String label(String name) {
        String label = name.substring(0, Math.min(MAX_NAME, name.length())).replaceAll("\\p{Cntrl}", "\uFFFD");
        room.take(64 + 2L * label.length());
        return label;
    }

    static Activity kernel(String label) {
        return COPY.matcher(label).find() ? Activity.COPY : NsysNames.kernel(label);
    }

    /** Adds device work, or counts it if its times are none. */
    void add(int device, String queue, Activity activity, String label, long start, long end, long correlation) {
        if (++records > limits.maxEvents()) {
            throw new InvalidInputException(
                    file, "holds more than " + limits.maxEvents() + " records", "record less or raise the limit");
        }
        if (start < 0 || end < start || end > LATEST) {
            unusable++;
            return;
        }
        room.take(ROW);
        lanes.computeIfAbsent(
                        "device " + device + " " + queue,
                        name -> new LaneColumnsBuilder(Activity.Side.DEVICE, device, name))
                .add(start, end, activity, label, correlation);
    }

    void leaveOut(String kind) {
        unread.merge(kind.substring(0, Math.min(40, kind.length())), 1L, Long::sum);
    }

    boolean isEmpty() {
        return records == 0 && unread.isEmpty();
    }

    List<Lane> lanes() {
        return lanes.values().stream().map(lane -> lane.build(0)).toList();
    }

    List<String> findings() {
        List<String> findings = new ArrayList<>();
        unread.forEach((kind, rows) -> findings.add("left out " + Plurals.of(rows, "row") + " of " + kind));
        if (unusable > 0) {
            findings.add("dropped " + Plurals.of(unusable, "record") + " without usable times");
        }
        return findings;
    }
}
