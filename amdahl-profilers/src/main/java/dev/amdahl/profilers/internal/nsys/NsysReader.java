package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads one export, table by table. Not thread-safe, used once. */
final class NsysReader {
    static final String KERNELS = "CUPTI_ACTIVITY_KIND_KERNEL";
    static final String COPIES = "CUPTI_ACTIVITY_KIND_MEMCPY";
    static final String FILLS = "CUPTI_ACTIVITY_KIND_MEMSET";
    static final String GRAPHS = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
    static final String CALLS = "CUPTI_ACTIVITY_KIND_RUNTIME";
    static final String WAITS = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
    static final String RANGES = "NVTX_EVENTS";
    static final String SYSTEM = "OSRT_API";

    private static final long EARLIEST = 946_684_800_000_000_000L;
    private static final long LATEST = 4_102_444_800_000_000_000L;
    private static final List<Long> RANGE_TYPES = List.of(59L, 60L, 70L, 71L);
    private static final long HOST_TO_DEVICE = 1;
    private static final long DEVICE_TO_HOST = 2;

    private final Artifact artifact;
    private final NsysDatabase database;
    private final NsysStrings strings;
    private final NsysLanes lanes;
    private final NsysCalls calls = new NsysCalls();
    private final Map<String, Activity> activities = new HashMap<>();

    private NsysReader(Artifact artifact, NsysDatabase database) {
        this.artifact = artifact;
        this.database = database;
        this.strings = new NsysStrings(database, artifact.path().toString());
        this.lanes = new NsysLanes(began());
    }

    static Profile read(Artifact artifact, ProfileLimits limits) {
        try (NsysDatabase database = NsysDatabase.open(artifact, limits)) {
            boolean known = List.of(KERNELS, COPIES, FILLS, GRAPHS, CALLS, WAITS, RANGES, SYSTEM).stream()
                    .anyMatch(database::has);
            if (!known) {
                throw new InvalidInputException(
                        artifact.path().toString(),
                        "an SQLite file without a table of Nsight Systems",
                        "export the report with nsys export --type sqlite");
            }
            return new NsysReader(artifact, database).profile();
        }
    }

    private long began() {
        long[] found = {0};
        database.scan("TARGET_INFO_SESSION_START_TIME", List.of("utcEpochNs"), row -> {
            long time = row.number(0, 0);
            found[0] = time >= EARLIEST && time < LATEST ? time : found[0];
        });
        return found[0];
    }

    private Profile profile() {
        database.scan("TARGET_INFO_CUDA_DEVICE", List.of("pid", "cudaId", "gpuId"), row -> {
            if (row.isNumber(0) && row.isNumber(1) && row.isNumber(2)) {
                lanes.gpu(row.number(0, 0), row.number(1, 0), row.number(2, 0));
            }
        });
        calls();
        waits();
        ranges();
        system();
        deviceWork();
        Optional<Timeline> timeline = lanes.timeline();
        Map<String, Double> counters = new TreeMap<>();
        counters.put("trace_rows", (double) database.rows());
        counters.put(
                "trace_events",
                timeline.map(all -> all.lanes().stream()
                                .mapToDouble(lane -> lane.size())
                                .sum())
                        .orElse(0.0));
        calls.addCounters(counters);
        List<String> findings = of(timeline, calls, lanes.dropped());
        return new FileProfile(NsysProfiler.NAME, artifact, timeline, counters, List.of(), findings);
    }

    private void calls() {
        database.scan(CALLS, List.of("start", "end", "globalTid", "correlationId", "nameId"), row -> {
            NsysEvent event = NsysEvent.of(row);
            String name = strings.of(row.number(4, -1), "unnamed call");
            lanes.host(event, activities.computeIfAbsent(name, NsysNames::call), name);
            calls.call(name, event, lanes.correlation(event));
        });
    }

    /** Waits as the device's tracer saw them, only where the calls themselves were not recorded: else they would count twice. */
    private void waits() {
        if (!database.has(CALLS)) {
            Map<Long, String> kinds = labels("ENUM_CUPTI_SYNC_TYPE");
            database.scan(WAITS, List.of("start", "end", "globalPid", "correlationId", "syncType"), row -> {
                String name = kinds.getOrDefault(row.number(4, -1), "kind " + row.number(4, -1));
                lanes.host(NsysEvent.of(row), Activity.SYNC, strings.known("Synchronisation " + name));
            });
        }
    }

    private void ranges() {
        Map<String, Activity> kinds = new HashMap<>();
        database.scan(RANGES, List.of("start", "end", "globalTid", "eventType", "text", "textId"), row -> {
            boolean isRange = row.isNumber(1) && (!row.isNumber(3) || RANGE_TYPES.contains(row.number(3, 0)));
            if (isRange) {
                NsysEvent event = new NsysEvent(row.number(0, -1), row.number(1, -1), row.number(2, 0), -1);
                String text = row.text(4).isEmpty() ? strings.of(row.number(5, -1), "unnamed range") : row.text(4);
                String name = strings.known(text);
                lanes.host(event, kinds.computeIfAbsent(name, NsysNames::range), name);
            }
        });
    }

    private void system() {
        Map<String, Activity> kinds = new HashMap<>();
        database.scan(SYSTEM, List.of("start", "end", "globalTid", "nameId"), row -> {
            NsysEvent event = new NsysEvent(row.number(0, -1), row.number(1, -1), row.number(2, 0), -1);
            String name = strings.of(row.number(3, -1), "unnamed call");
            lanes.host(event, kinds.computeIfAbsent(name, NsysNames::system), name);
        });
    }

    private void deviceWork() {
        Map<String, Activity> kinds = new HashMap<>();
        List<String> place = List.of("start", "end", "globalPid", "correlationId", "deviceId", "streamId");
        database.scan(KERNELS, with(place, "demangledName", "shortName"), row -> {
            String name = strings.of(row.number(6, -1), strings.of(row.number(7, -1), "unnamed kernel"));
            device(row, kinds.computeIfAbsent(name, NsysNames::kernel), name);
        });
        database.scan(FILLS, place, row -> device(row, Activity.COPY, "Memset"));
        database.scan(
                GRAPHS,
                with(place, "graphId"),
                row -> device(row, Activity.KERNEL, strings.known("CUDA graph " + row.number(6, -1))));
        Map<Long, String> directions = labels("ENUM_CUDA_MEMCPY_OPER");
        Map<Long, String> memory = labels("ENUM_CUDA_MEM_KIND");
        database.scan(COPIES, with(place, "copyKind", "bytes", "srcKind", "dstKind"), row -> {
            long kind = row.number(6, -1);
            device(row, Activity.COPY, strings.known("Memcpy " + directions.getOrDefault(kind, "kind " + kind)));
            NsysEvent event = NsysEvent.of(row);
            boolean toDevice = kind == HOST_TO_DEVICE;
            String host = memory.getOrDefault(row.number(toDevice ? 8 : 9, -1), "");
            calls.copy(
                    event,
                    lanes.correlation(event),
                    toDevice,
                    toDevice || kind == DEVICE_TO_HOST,
                    row.number(7, -1),
                    host.toLowerCase(Locale.ROOT));
        });
    }

    private void device(NsysDatabase.Row row, Activity activity, String label) {
        lanes.device(NsysEvent.of(row), row.number(4, 0), row.number(5, 0), activity, label);
    }

    private Map<Long, String> labels(String table) {
        Map<Long, String> labels = new HashMap<>();
        database.scan(table, List.of("id", "label"), row -> {
            if (labels.size() < 1_000) {
                labels.put(row.number(0, -1), strings.known(row.text(1)));
            }
        });
        return labels;
    }

    private static List<String> with(List<String> columns, String... more) {
        return Stream.concat(columns.stream(), Arrays.stream(more)).toList();
    }

    /** What the tool's own rules would say of an export, as sentences. */
    private static List<String> of(Optional<Timeline> timeline, NsysCalls calls, Map<String, Long> dropped) {
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
