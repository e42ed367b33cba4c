package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.profilers.internal.FileTimeline;
import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.profilers.internal.nsys.NsysNames;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Streams, threads and steps of a profile. Not thread-safe. */
final class XplaneLanes {
    private static final Pattern COLLECTIVE =
            Pattern.compile("^(all-reduce|all-gather|all-to-all|reduce-scatter|collective-|send|recv)");
    private static final Pattern COPY = Pattern.compile("^(__amd_rocclr_(copy|fill)Buffer|Mem(cpy|set))");
    private static final int ROW = 48;
    private static final int LANE = 800;

    private final String file;
    private final ProfileLimits limits;
    private final MemoryBudget room;
    private final Map<String, LaneColumnsBuilder> devices = new TreeMap<>();
    private final Map<String, Line> threads = new LinkedHashMap<>();
    private final LaneColumnsBuilder steps = new LaneColumnsBuilder(Activity.Side.PHASE, -1, "steps");
    private final Map<String, Meaning> meanings = new HashMap<>();
    private final Map<String, Long> leftOut = new TreeMap<>();
    private long begin;
    private long events;
    private long unusable;

    /** A stream; or a thread, whose operations of XLA have a lane of their own too. */
    record Line(LaneColumnsBuilder lane, @Nullable LaneColumnsBuilder operations) {}

    /** What the name of an event of a thread stands for; frames of Python are written as elsewhere, {@code train.py(12): step}. */
    private record Meaning(String label, Activity activity, boolean isRuntime) {
        private static final Pattern RUNTIME = Pattern.compile("(hip|cuda|cu[A-Z])\\w*");
        private static final Pattern FRAME = Pattern.compile("\\$(.*\\.py):(\\d+) (.*)");
        private static final Pattern WAIT = Pattern.compile(
                "(?i)block_?(host_?)?until_?ready|wait for completion|np\\.asarray\\(jax\\.Array\\)|::(await|ToLiteralSync)\\b");

        static Meaning of(String name) {
            if (RUNTIME.matcher(name).matches()) {
                return new Meaning(name, NsysNames.call(name), true);
            }
            Activity range = NsysNames.range(name);
            if (name.startsWith("$")) {
                Matcher frame = FRAME.matcher(name);
                String label = frame.matches()
                        ? frame.group(1) + "(" + frame.group(2) + "): " + frame.group(3)
                        : "<built-in " + name.substring(1) + ">";
                return new Meaning(label, range == Activity.INPUT_WAIT ? range : Activity.HOST_CODE, false);
            }
            boolean isWait = WAIT.matcher(name).find();
            return new Meaning(
                    name, isWait ? Activity.SYNC : range == Activity.STEP ? Activity.HOST_CODE : range, false);
        }
    }

    XplaneLanes(String file, ProfileLimits limits, MemoryBudget room) {
        this.file = file;
        this.limits = limits;
        this.room = room;
    }

    /** When the times of the file begin, ns since the epoch. */
    void beginsAt(long nanos) {
        begin = nanos > 0 && nanos < Long.MAX_VALUE / 4 ? nanos : begin;
    }

    Line stream(int device, int stream) {
        LaneColumnsBuilder lane = devices.computeIfAbsent("device " + device + " stream " + stream, name -> {
            room.take(LANE);
            return new LaneColumnsBuilder(Activity.Side.DEVICE, device, name);
        });
        return new Line(lane, null);
    }

    /** @param id the number of the thread as XLA gives it, which is not always that of the operating system */
    Line thread(String name, long id) {
        String shown = name.isEmpty() ? "thread " + id : name;
        return threads.computeIfAbsent(shown + "/" + id, any -> {
            room.take(2 * LANE);
            return new Line(
                    new LaneColumnsBuilder(Activity.Side.HOST, -1, shown),
                    new LaneColumnsBuilder(Activity.Side.DEVICE, 0, "operations, " + shown));
        });
    }

    void leaveOut(String what) {
        leftOut.merge(what.substring(0, Math.min(100, what.length())), 1L, Long::sum);
    }

    void add(Line line, XplaneEvent event) {
        if (++events > limits.maxEvents()) {
            throw new InvalidInputException(
                    file, "holds more than " + limits.maxEvents() + " events", "record less or raise the limit");
        }
        if (!event.isSound()) {
            unusable++;
            return;
        }
        if (event.duration == 0 && line.operations() != null) {
            return;
        }
        room.take(2 * ROW);
        if (line.operations() == null) {
            line.lane().add(event.start(), event.end(), device(event), event.name, event.correlation);
        } else if (event.isStep) {
            steps.add(event.start(), event.end(), Activity.STEP, event.name, -1);
        } else {
            thread(line.lane(), line.operations(), event);
        }
    }

    /** A call that launches an operation of XLA lies within an interval of the operation's name, as if the operation had called it. */
    private void thread(LaneColumnsBuilder lane, LaneColumnsBuilder operations, XplaneEvent event) {
        Meaning meaning = meanings.computeIfAbsent(event.name, Meaning::of);
        boolean isOperation = !event.operation.isEmpty();
        if (isOperation && meaning.isRuntime()) {
            lane.add(event.start(), event.end(), Activity.HOST_CODE, event.operation, -1);
        } else if (isOperation) {
            boolean isCollective = COLLECTIVE.matcher(event.operation).find();
            operations.add(
                    event.start(),
                    event.end(),
                    isCollective ? Activity.COMMUNICATION : Activity.KERNEL,
                    event.name,
                    event.correlation);
        }
        lane.add(event.start(), event.end(), meaning.activity(), meaning.label(), event.correlation);
    }

    private static Activity device(XplaneEvent event) {
        return event.isCopy || COPY.matcher(event.name).find() ? Activity.COPY : NsysNames.kernel(event.name);
    }

    private boolean isProcessor() {
        return devices.isEmpty() && leftOut.isEmpty();
    }

    /** Of operations that nest, such as a loop and what it repeats, the outermost. */
    private static Lane outermost(LaneColumnsBuilder operations, long offset) {
        Lane all = operations.build(0);
        LaneColumnsBuilder kept = new LaneColumnsBuilder(Activity.Side.DEVICE, 0, all.name());
        long covered = Long.MIN_VALUE;
        for (int i = 0; i < all.size(); i++) {
            if (all.start(i) >= covered) {
                covered = all.end(i);
                kept.add(all.start(i), covered, all.activity(i), all.label(i), -1);
            }
        }
        return kept.build(offset);
    }

    Optional<Timeline> timeline() {
        List<Lane> lanes = new ArrayList<>();
        devices.values().forEach(lane -> lanes.add(lane.build(begin)));
        for (Line thread : threads.values()) {
            if (isProcessor() && thread.operations() != null) {
                lanes.add(outermost(thread.operations(), begin));
            }
            lanes.add(thread.lane().build(begin));
        }
        lanes.add(steps.build(begin));
        return FileTimeline.of(lanes, begin > 0);
    }

    List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (isProcessor()) {
            findings.add(
                    "no GPU worked: the processor is taken for the accelerator, and operations of XLA for its work");
        }
        leftOut.forEach((what, rows) -> findings.add("left out " + Plurals.of(rows, "event") + " of " + what));
        if (unusable > 0) {
            findings.add("dropped " + Plurals.of(unusable, "event") + " without usable times");
        }
        return findings;
    }
}
