package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sorts rows into lanes while a trace is read. Not thread-safe. */
final class Rows {
    private static final long NAME_CHARS = 32L << 20;
    private static final long LATEST = 4_102_444_800_000_000_000L;
    private static final long EARLIEST = 946_684_800_000_000_000L;
    private static final String FRAMES = "interpreter frames";

    private final String place;
    private final int maxEvents;
    private final Symbols symbols = new Symbols(NAME_CHARS);
    private final int frames = symbols.number(FRAMES.toCharArray(), 0, FRAMES.length());
    private final Map<Long, LaneBuilder> devices = new TreeMap<>();
    private final Map<Long, LaneBuilder> threads = new TreeMap<>();
    private final LaneBuilder steps = new LaneBuilder(Activity.Side.PHASE, -1, "steps");
    private final Map<String, Long> dropped = new TreeMap<>();
    private Category[] categories = new Category[16];
    private final Map<Category, Activity[]> activities = new EnumMap<>(Category.class);
    private long lastThread = -1;
    private @Nullable LaneBuilder lastLane;
    private long rows;
    private int kept;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    Rows(String place, ProfileLimits limits) {
        this.place = place;
        this.maxEvents = limits.maxEvents();
    }

    /** Rows offered. */
    long rows() {
        return rows;
    }

    /** Intervals kept. */
    int kept() {
        return kept;
    }

    void addOther() {
        rows++;
        drop("entries that are not events");
    }

    void add(Row row) {
        rows++;
        if (!row.phase.is('X')) {
            if (row.phase.is('B') || row.phase.is('E')) {
                drop("begin and end rows (only complete rows are read)");
            }
            return;
        }
        Category category = category(row.category);
        if (category == Category.IGNORED) {
            return;
        }
        if (category == Category.UNKNOWN) {
            drop("rows of unknown category "
                    + (row.category.length == 0
                            ? "(none)"
                            : new String(row.category.chars, 0, Math.min(40, row.category.length))));
            return;
        }
        boolean unusable = row.timestamp < -LATEST || row.timestamp > LATEST - Math.max(0, row.duration);
        if (unusable || row.duration == DecimalNanos.INVALID) {
            drop("rows without a usable ts and dur");
            return;
        }
        if (row.duration < 0) {
            drop("rows with a negative duration");
            return;
        }
        long end = row.timestamp + row.duration;
        first = Math.min(first, row.timestamp);
        last = Math.max(last, end);
        place(row, category, end);
    }

    private void place(Row row, Category category, long end) {
        int symbol = number(row.name);
        Activity activity = activity(category, symbol);
        if (category == Category.PYTHON && activity == Activity.HOST_CODE) {
            keep(thread(row).merge(row.timestamp, end, frames));
            return;
        }
        LaneBuilder lane;
        if (category.isDevice()) {
            lane = device(row);
        } else {
            lane = activity == Activity.STEP ? steps : thread(row);
        }
        lane.add(row.timestamp, end, activity, symbol, row.correlation);
        keep(true);
    }

    Timeline timeline(long base) {
        threads.values().forEach(lane -> keep(lane.flush(frames)));
        boolean absolute = first != Long.MAX_VALUE && first >= EARLIEST;
        long offset = absolute ? 0 : base;
        boolean epoch = absolute || base > 0;
        if (kept == 0) {
            return new KinetoTimeline(0, 0, false, 0, List.of());
        }
        if (offset > LATEST - Math.max(0, last)) {
            throw new InvalidInputException(
                    place,
                    "times beyond the year 2100: base " + base + " ns, last end " + last + " ns",
                    "check ts and baseTimeNanoseconds");
        }
        String[] labels = symbols.toArray();
        List<Lane> lanes = new ArrayList<>();
        TreeSet<Integer> accelerators = new TreeSet<>();
        for (LaneBuilder lane : devices.values()) {
            accelerators.add(lane.device);
            lanes.add(new LaneColumns(lane, labels, offset));
        }
        threads.values().forEach(lane -> lanes.add(new LaneColumns(lane, labels, offset)));
        if (steps.size > 0) {
            lanes.add(new LaneColumns(steps, labels, offset));
        }
        return new KinetoTimeline(offset + first, offset + last, epoch, accelerators.size(), lanes);
    }

    /** What was odd, in words. */
    List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (devices.isEmpty()) {
            findings.add("no device work in the trace: no kernel, copy or fill was recorded");
        }
        dropped.forEach((what, count) -> findings.add("dropped " + count + " " + what));
        return findings;
    }

    private void keep(boolean added) {
        if (added && ++kept > maxEvents) {
            throw new InvalidInputException(
                    place, "holds more than " + maxEvents + " events", "record fewer steps or raise the event limit");
        }
    }

    private void drop(String what) {
        if (dropped.size() < 20 || dropped.containsKey(what)) {
            dropped.merge(what, 1L, Long::sum);
        }
    }

    private LaneBuilder device(Row row) {
        int device = row.device >= 0 ? row.device : Math.max(0, row.process.number());
        int stream = row.stream >= 0 ? row.stream : Math.max(0, row.thread.number());
        return devices.computeIfAbsent(
                ((long) device << 32) | stream,
                key -> new LaneBuilder(Activity.Side.DEVICE, device, "device " + device + " stream " + stream));
    }

    private LaneBuilder thread(Row row) {
        int process = number(row.process);
        int thread = number(row.thread);
        long key = ((long) process << 32) | thread;
        if (key != lastThread || lastLane == null) {
            lastThread = key;
            lastLane = threads.computeIfAbsent(
                    key,
                    k -> new LaneBuilder(
                            Activity.Side.HOST,
                            -1,
                            "process " + symbols.text(process) + " thread " + symbols.text(thread)));
        }
        return lastLane;
    }

    private Category category(TextBuffer text) {
        int symbol = number(text);
        if (symbol >= categories.length) {
            categories = Arrays.copyOf(categories, room(symbol));
        }
        if (categories[symbol] == null) {
            categories[symbol] = Category.of(symbols.text(symbol));
        }
        return categories[symbol];
    }

    private Activity activity(Category category, int symbol) {
        Activity[] known = activities.computeIfAbsent(category, c -> new Activity[16]);
        if (symbol >= known.length) {
            known = Arrays.copyOf(known, room(symbol));
            activities.put(category, known);
        }
        if (known[symbol] == null) {
            known[symbol] = Naming.activity(category, symbols.text(symbol));
        }
        return known[symbol];
    }

    private static int room(int index) {
        return 2 * index + 2;
    }

    private int number(TextBuffer text) {
        int number = symbols.number(text.chars, 0, text.length);
        if (number < 0) {
            throw new InvalidInputException(
                    place, "holds more than " + NAME_CHARS + " characters of distinct names", "record fewer steps");
        }
        return number;
    }
}
