package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.internal.kineto.document.DecimalNanos;
import dev.amdahl.profilers.internal.kineto.lane.FrameTimes;
import dev.amdahl.profilers.internal.kineto.lane.LaneBuilder;
import dev.amdahl.profilers.internal.kineto.lane.LaneColumns;
import dev.amdahl.profilers.internal.kineto.lane.Lanes;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sorts rows into lanes, counters and frames while a trace is read. Not thread-safe. */
@SuppressWarnings("EnumOrdinal")
final class Rows {
    private static final long LATEST = 4_102_444_800_000_000_000L;
    private static final long EARLIEST = 946_684_800_000_000_000L;
    private static final long DAY = 86_400_000_000_000L;
    /** Nobody records longer. */
    private static final long MAX_LENGTH = 30 * DAY;

    private static final Category[] CATEGORIES = Category.values();
    private static final String LEGACY_PROCESS = "CPU functions";
    private static final String LOADER_IN_PROCESS = "_SingleProcessDataLoaderIter";

    private final String place;
    private final int maxEvents;
    private final Symbols symbols;
    private final int frames;
    private final int collective;
    private final Lanes lanes;
    private final OpenRows open;
    private final CounterSums measures;
    private final MemoryBudget room;
    private final Dropped dropped = new Dropped();
    private final TextBuffer called = new TextBuffer();
    private final EventMeaning[][] meanings = new EventMeaning[CATEGORIES.length][16];
    private Category[] categories = new Category[16];
    private long rows;
    private int kept;
    private long framesKept;
    private long framesLeftOut;
    private long argumentsLeftOut;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    Rows(String place, ProfileLimits limits) {
        this.place = place;
        this.maxEvents = limits.maxEvents();
        this.room = new MemoryBudget(place);
        this.symbols = new Symbols(room);
        this.frames = symbols.number("interpreter frames");
        this.collective = symbols.number("record_param_comms");
        this.lanes = new Lanes(place, room, number -> Symbols.clean(symbols.text(number)));
        this.open = new OpenRows(room);
        this.measures = new CounterSums(room, dropped);
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
        dropped.add("entries that are not events");
    }

    void add(Row row) {
        rows++;
        if (row.phase.is('X')) {
            Category category = categoryOf(row);
            if (isWanted(row, category) && isTimed(row.timestamp, row.duration)) {
                place(row, category, nameOf(row, category));
            }
        } else if (row.phase.is('B')) {
            begin(row);
        } else if (row.phase.is('E')) {
            end(row);
        } else if (row.phase.is('i') && row.name.is("[memory]")) {
            measures.memory(row);
        }
    }

    /** A torch built without Kineto gives no categories: its rows are told by their names. */
    private Category categoryOf(Row row) {
        if (row.category.length > 0 || !row.process.is(LEGACY_PROCESS)) {
            return category(row.category);
        }
        return row.name.toString().contains("::") ? Category.OPERATOR : Category.ANNOTATION;
    }

    private boolean isWanted(Row row, Category category) {
        if (category == Category.UNKNOWN) {
            String name = row.category.length == 0 ? "(none)" : row.category.toString();
            dropped.add("rows of unknown category " + Symbols.clean(name.substring(0, Math.min(40, name.length()))));
        }
        return category != Category.UNKNOWN && category != Category.IGNORED;
    }

    private boolean isTimed(long start, long duration) {
        boolean unusable = start < -LATEST || start > LATEST - Math.max(0, duration);
        if (unusable || duration == DecimalNanos.INVALID) {
            dropped.add("rows without a usable ts and dur");
            return false;
        }
        if (duration < 0) {
            dropped.add("rows with a negative duration");
        }
        return duration >= 0;
    }

    private void begin(Row row) {
        Category category = category(row.category);
        int name = category == Category.IGNORED ? frames : nameOf(row, category);
        open.begin(
                thread(row),
                new OpenRows.Open(row.timestamp, category.ordinal(), name, row.device, row.stream, row.correlation));
    }

    private void end(Row row) {
        OpenRows.Open begun = open.end(thread(row));
        if (begun == null) {
            dropped.add("ends of rows that did not begin");
            return;
        }
        Category category = CATEGORIES[begun.category()];
        boolean isTimed = row.timestamp != DecimalNanos.INVALID && begun.start() != DecimalNanos.INVALID;
        row.duration = isTimed ? difference(row.timestamp, begun.start()) : DecimalNanos.INVALID;
        row.timestamp = begun.start();
        row.device = begun.device();
        row.stream = begun.stream();
        row.correlation = begun.correlation();
        if (isWanted(row, category) && isTimed(row.timestamp, row.duration)) {
            place(row, category, begun.name());
        }
    }

    private static long difference(long end, long start) {
        long difference = end - start;
        boolean overflows = ((end ^ start) & (end ^ difference)) < 0;
        return overflows ? DecimalNanos.INVALID : difference;
    }

    private long thread(Row row) {
        return Lanes.key(symbols.number(row.process), symbols.number(row.thread));
    }

    private int nameOf(Row row, Category category) {
        if (category == Category.PYTHON) {
            row.name.cutAddress();
        }
        return symbols.number(row.name);
    }

    private void place(Row row, Category category, int name) {
        long end = row.timestamp + row.duration;
        EventMeaning meaning = meaning(category, name);
        if (meaning.trait() == EventTrait.NO_WORK) {
            return;
        }
        first = Math.min(first, row.timestamp);
        last = Math.max(last, end);
        if (category.isDevice()) {
            measure(row, category, meaning);
            boolean told = meaning.activity() == Activity.COMMUNICATION && row.transfer(called);
            add(
                    lanes.device(row.deviceOrProcess(), row.streamOrThread(), category != Category.ACCELERATOR),
                    row,
                    end,
                    meaning,
                    name,
                    told);
            return;
        }
        if (category == Category.RUNTIME) {
            measures.call(row, meaning.trait());
        } else if (name == collective) {
            measures.collective(row, false);
        }
        LaneBuilder lane = meaning.activity() == Activity.STEP
                ? lanes.steps()
                : lanes.thread(symbols.number(row.process), symbols.number(row.thread));
        if (category == Category.PYTHON) {
            frame(lane, row.timestamp, end, name);
            if (meaning.activity() == Activity.HOST_CODE && meaning.trait() != EventTrait.RECOMPUTING) {
                keep(lane.merge(row.timestamp, end, frames));
                return;
            }
        }
        add(lane, row, end, meaning, name, category == Category.OPERATOR && row.operands(called));
    }

    private void measure(Row row, Category category, EventMeaning meaning) {
        if (category == Category.COPY) {
            measures.copy(row, meaning.trait());
        } else if (meaning.activity() == Activity.COMMUNICATION) {
            measures.collective(row, true);
        } else if (category == Category.KERNEL) {
            measures.kernel(row, meaning.trait());
        }
    }

    private void frame(LaneBuilder lane, long start, long end, int name) {
        if (framesLeftOut == 0 && lane.keepFrame(start, end, name)) {
            framesKept++;
        } else {
            framesLeftOut++;
        }
    }

    private void add(LaneBuilder lane, Row row, long end, EventMeaning meaning, int name, boolean isCalled) {
        int arguments = isCalled ? symbols.numberIfPlenty(called) : -1;
        argumentsLeftOut += isCalled && arguments < 0 ? 1 : 0;
        lane.add(row.timestamp, end, meaning.activity(), name, row.correlation, arguments);
        keep(true);
    }

    /** Returns what was read; nothing may be added any more. */
    Reading finish(long base, TraceFacts facts) {
        lanes.threads().forEach(lane -> keep(lane.flush(frames)));
        boolean absolute = first != Long.MAX_VALUE && first >= EARLIEST;
        long offset = absolute ? 0 : base;
        if (kept > 0 && offset > LATEST - Math.max(0, last)) {
            throw new InvalidInputException(
                    place,
                    "times beyond the year 2100: base " + base + " ns, last end " + last + " ns",
                    "check ts and baseTimeNanoseconds");
        }
        String[] labels = symbols.toArray();
        FrameTimes frameTimes = new FrameTimes(labels);
        List<LaneColumns> columns = kept == 0 ? List.of() : lanes.columns(labels, offset, frameTimes);
        boolean isProcessor = !lanes.haveDevices();
        if (isProcessor) {
            List<LaneColumns> work = lanes.operators(columns, labels);
            columns = Stream.concat(work.stream(), columns.stream()).toList();
            isProcessor = !work.isEmpty();
        }
        TreeSet<Integer> devices = new TreeSet<>();
        LaneColumns steps = null;
        int overlaps = 0;
        for (LaneColumns lane : columns) {
            if (lane.side() == Activity.Side.DEVICE) {
                devices.add(lane.device());
                overlaps += lane.overlaps();
            }
            steps = lane.side() == Activity.Side.PHASE ? lane : steps;
        }
        KinetoTimeline timeline = kept == 0
                ? new KinetoTimeline(0, 0, false, 0, List.of())
                : new KinetoTimeline(
                        offset + first, offset + last, absolute || base > 0, devices.size(), List.copyOf(columns));
        Map<String, Double> counters = measures.counters(steps, facts);
        return new Reading(timeline, counters, frameTimes, findings(overlaps, labels, isProcessor));
    }

    /** What was read. */
    record Reading(
            KinetoTimeline timeline, Map<String, Double> counters, FrameTimes frameTimes, List<String> findings) {}

    private List<String> findings(int overlaps, String[] labels, boolean isProcessor) {
        List<String> findings = new ArrayList<>();
        if (!lanes.haveDevices()) {
            findings.add("no device work in the trace: no kernel, copy or fill was recorded"
                    + (isProcessor
                            ? "; the processor is taken for the accelerator, and operators on its threads for work"
                            : ""));
        }
        findings.addAll(dropped.findings());
        if (open.open() > 0) {
            findings.add("dropped " + Plurals.of(open.open(), "row") + " that did not end");
        }
        if (overlaps > 0) {
            findings.add(Plurals.of(overlaps, "piece")
                    + " of device work began on a stream before the one before had ended");
        }
        if (kept > 0 && last - first > MAX_LENGTH) {
            findings.add("the times of the file lie " + Plurals.of((last - first) / DAY, "day")
                    + " apart: a row has a wrong ts, and no span, idle time or share of it means anything");
        }
        if (Arrays.stream(labels).anyMatch(label -> label.contains(LOADER_IN_PROCESS))) {
            findings.add("the training process loads its input itself (" + LOADER_IN_PROCESS
                    + "): DataLoader has num_workers=0; with workers of its own, loading overlaps the steps");
        }
        if (framesLeftOut > 0) {
            findings.add("hot frames are those of the first " + framesKept + " interpreter frames: for the other "
                    + framesLeftOut + " the memory was not there (-Xmx)");
        }
        if (argumentsLeftOut > 0) {
            findings.add("the shapes of " + Plurals.of(argumentsLeftOut, "operator")
                    + " were left out, for which the memory was not there (-Xmx)");
        }
        return findings;
    }

    private void keep(boolean added) {
        if (added && ++kept > maxEvents) {
            throw new InvalidInputException(
                    place, "holds more than " + maxEvents + " events", "record fewer steps or raise the event limit");
        }
    }

    private Category category(TextBuffer text) {
        int symbol = symbols.number(text);
        if (symbol >= categories.length) {
            categories = Arrays.copyOf(categories, room(symbol));
        }
        if (categories[symbol] == null) {
            categories[symbol] = Category.of(symbols.text(symbol));
        }
        return categories[symbol];
    }

    private EventMeaning meaning(Category category, int symbol) {
        @Nullable EventMeaning[] known = meanings[category.ordinal()];
        if (symbol >= known.length) {
            known = Arrays.copyOf(known, room(symbol));
            meanings[category.ordinal()] = known;
        }
        EventMeaning meaning = known[symbol];
        if (meaning == null) {
            meaning = EventMeaning.of(category, symbols.text(symbol));
            known[symbol] = meaning;
        }
        return meaning;
    }

    private static int room(int index) {
        return 2 * index + 2;
    }
}
