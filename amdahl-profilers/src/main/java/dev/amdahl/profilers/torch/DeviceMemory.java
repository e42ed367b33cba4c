package dev.amdahl.profilers.torch;

import static dev.amdahl.profilers.torch.MemorySnapshot.list;
import static dev.amdahl.profilers.torch.MemorySnapshot.map;
import static dev.amdahl.profilers.torch.MemorySnapshot.whole;

import dev.amdahl.profilers.torch.MemorySnapshot.Alive;
import dev.amdahl.profilers.torch.MemorySnapshot.Device;
import dev.amdahl.profilers.torch.MemorySnapshot.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replays the history of one device. What it held before the history follows from what it holds at the end. Sizes over 16 TiB and
 * entries without a size count as none. Not thread-safe, used once.
 */
final class DeviceMemory {
    static final String BEFORE = "(allocated before the history begins)";

    private static final String UNKNOWN = "(no frame of Python)";
    private static final Pattern NODE =
            Pattern.compile("^torch::autograd::generated::(\\w{1,80}Backward\\d{0,2})::apply");
    private static final Pattern OPERATOR = Pattern.compile("^at::_ops::(\\w{1,80})::");
    private static final long MAX_SIZE = 1L << 44;
    private static final int POINTS = 200;
    private static final int MAX_ALIVE = 50;

    private final int device;
    private final Map<String, long[]> alive = new HashMap<>();
    private long allocatedEnd;
    private long reservedEnd;

    DeviceMemory(int device) {
        this.device = device;
    }

    boolean holds() {
        return reservedEnd > 0;
    }

    /** A segment as it was when the snapshot was taken. */
    void segment(Map<?, ?> segment) {
        if (whole(segment, "device") != device) {
            return;
        }
        reservedEnd += size(segment, "total_size");
        for (Object entry : list(segment.get("blocks"))) {
            Map<?, ?> block = map(entry);
            if ("active_allocated".equals(block.get("state"))) {
                long size = size(block, block.containsKey("requested_size") ? "requested_size" : "size");
                allocatedEnd += size;
                keep(block, size);
            }
        }
    }

    Device replay(List<?> events) {
        long allocated = allocatedEnd;
        long reserved = reservedEnd;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        int failed = 0;
        for (Object entry : events) {
            Map<?, ?> event = map(entry);
            allocated -= allocated(event);
            reserved -= reserved(event);
            failed += "oom".equals(event.get("action")) ? 1 : 0;
            long time = whole(event, "time_us");
            first = time >= 0 ? Math.min(first, time) : first;
            last = Math.max(last, time);
        }
        long start = Math.min(first, Math.max(0, last));
        long width = Math.max(1, Math.min(Long.MAX_VALUE / 2000, last - start) / POINTS + 1);
        allocated = Math.max(0, allocated);
        reserved = Math.max(0, reserved);
        long[] peak = {allocated, reserved, 0, -1};
        long most = reserved;
        List<Point> points = new ArrayList<>();
        long nanos = 0;
        for (int i = 0; i < events.size(); i++) {
            Map<?, ?> event = map(events.get(i));
            allocated = Math.max(0, allocated + allocated(event));
            reserved = Math.max(0, reserved + reserved(event));
            most = Math.max(most, reserved);
            long since = Math.max(0, whole(event, "time_us") - start);
            nanos = Math.max(nanos, Math.min(since, Long.MAX_VALUE / 2000) * 1000);
            if (allocated > peak[0]) {
                peak = new long[] {allocated, reserved, nanos, i};
            }
            add(points, nanos / (width * 1000) * width * 1000, allocated, reserved);
        }
        if (!events.isEmpty()) {
            aliveAt(events, (int) peak[3], peak[0]);
        }
        return new Device(
                device,
                events.size(),
                peak[0],
                most,
                peak[2],
                peak[1],
                allocatedEnd,
                reservedEnd,
                failed,
                List.copyOf(points),
                largest());
    }

    private static void add(List<Point> points, long at, long allocated, long reserved) {
        Point last = points.isEmpty() ? null : points.get(points.size() - 1);
        if (last == null || last.nanos() < at) {
            points.add(new Point(at, allocated, reserved));
        } else {
            points.set(
                    points.size() - 1,
                    new Point(
                            last.nanos(), Math.max(last.allocated(), allocated), Math.max(last.reserved(), reserved)));
        }
    }

    /** Replaces what is alive by what was at an event; the rest of the bytes is older than the history. */
    private void aliveAt(List<?> events, int peak, long bytes) {
        Map<Long, Map<?, ?>> open = new HashMap<>();
        for (int i = 0; i <= peak; i++) {
            Map<?, ?> event = map(events.get(i));
            if ("alloc".equals(event.get("action"))) {
                open.put(whole(event, "addr"), event);
            } else if ("free_requested".equals(event.get("action"))) {
                open.remove(whole(event, "addr"));
            }
        }
        alive.clear();
        long known = 0;
        for (Map<?, ?> event : open.values()) {
            known += size(event, "size");
            keep(event, size(event, "size"));
        }
        if (bytes > known) {
            alive.put(BEFORE, new long[] {bytes - known, 0});
        }
    }

    private void keep(Map<?, ?> holder, long size) {
        long[] sum = alive.computeIfAbsent(frame(list(holder.get("frames"))), any -> new long[2]);
        sum[0] += size;
        sum[1]++;
    }

    private List<Alive> largest() {
        return alive.entrySet().stream()
                .map(place -> new Alive(place.getKey(), place.getValue()[0], (int) place.getValue()[1]))
                .sorted(Comparator.comparingLong(Alive::bytes).reversed().thenComparing(Alive::frame))
                .limit(MAX_ALIVE)
                .toList();
    }

    /** The innermost frame of Python outside PyTorch; else of Python; else the step of the backward pass, or the operator. */
    private static String frame(List<?> frames) {
        String python = "";
        String node = "";
        String operator = "";
        for (Object entry : frames) {
            Map<?, ?> frame = map(entry);
            String name = text(frame, "name");
            String path = text(frame, "filename");
            if (path.endsWith(".py")) {
                String shown = path.substring(path.lastIndexOf('/') + 1) + ":" + Math.max(0, whole(frame, "line")) + " "
                        + name;
                if (!path.contains("/torch/")) {
                    return clean(shown);
                }
                python = python.isEmpty() ? shown : python;
            }
            node = node.isEmpty() ? first(NODE, name, " (backward pass)") : node;
            operator = operator.isEmpty() ? first(OPERATOR, name, " (operator)") : operator;
        }
        return Stream.of(python, node, operator, UNKNOWN)
                .filter(found -> !found.isEmpty())
                .map(DeviceMemory::clean)
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static String first(Pattern pattern, String name, String kind) {
        Matcher found = pattern.matcher(name);
        return found.find() ? found.group(1) + kind : "";
    }

    private static String text(Map<?, ?> map, String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    private static String clean(String text) {
        return text.substring(0, Math.min(300, text.length())).replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private static long allocated(Map<?, ?> event) {
        Object action = event.get("action");
        return "alloc".equals(action)
                ? size(event, "size")
                : "free_requested".equals(action) ? -size(event, "size") : 0;
    }

    private static long reserved(Map<?, ?> event) {
        Object action = event.get("action");
        if ("segment_alloc".equals(action) || "segment_map".equals(action)) {
            return size(event, "size");
        }
        return "segment_free".equals(action) || "segment_unmap".equals(action) ? -size(event, "size") : 0;
    }

    private static long size(Map<?, ?> map, String key) {
        long size = whole(map, key);
        return size < 0 || size > MAX_SIZE ? 0 : size;
    }
}
