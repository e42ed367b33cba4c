package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;

/** Which host code launched which device work, and what the driving threads were in at an instant. Immutable. */
public final class Callers {
    /** Which of the nested host intervals names the code. */
    public enum Level {
        /** The innermost that is no call of the device's runtime. */
        INNERMOST,
        /** The outermost operator of a framework, such as {@code aten::linear}. */
        OPERATOR,
        /** The innermost {@code nn.Module}; recorded where Python frames are. */
        MODULE
    }

    private static final String MODULE = "nn.Module: ";

    private final Launches launches;
    private final Level level;
    private final IdentityHashMap<Lane, Flat> flats = new IdentityHashMap<>();
    private final HostRole.Names roles = new HostRole.Names();

    /** Reads a timeline. */
    public Callers(Timeline timeline, Level level) {
        this.launches = Launches.of(timeline);
        this.level = level;
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.HOST && drives(lane)) {
                flats.put(lane, new Flat(lane, level == Level.OPERATOR));
            }
        }
    }

    private boolean drives(Lane lane) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.activity(i) == Activity.LAUNCH || lane.activity(i) == Activity.SYNC || launches.of(lane, i) >= 0) {
                return true;
            }
        }
        return false;
    }

    private boolean names(Lane lane, int i) {
        HostRole role = roles.role(lane, i);
        return switch (level) {
            case INNERMOST -> role != HostRole.RUNTIME && role != HostRole.DRIVER;
            case OPERATOR -> role == HostRole.OPERATOR || role == HostRole.COLLECTIVE || role == HostRole.DATA_LOADER;
            case MODULE -> lane.label(i).startsWith(MODULE);
        };
    }

    /** Returns the code that launched a piece of device work; empty where that was not recorded. */
    public String launcher(Lane device, int i) {
        int launch = launches.of(device, i);
        if (launch < 0 || !launches.hasCall(launch)) {
            return "";
        }
        Flat flat = flats.get(launches.callLane(launch));
        return flat == null ? "" : flat.at(launches.callStart(launch));
    }

    /** Returns a walk over the driving threads, the first of which that shows something names an instant. */
    public Walk walk(Predicate<Lane> threads) {
        List<Flat> walked = new ArrayList<>();
        flats.forEach((lane, flat) -> {
            if (threads.test(lane)) {
                walked.add(flat);
            }
        });
        walked.sort((a, b) -> a.lane.name().compareTo(b.lane.name()));
        return new Walk(walked);
    }

    /** Is told what the host was in, piece by piece; the name is empty where nothing was recorded. */
    public interface Sink {
        void piece(String name, long nanos);
    }

    /** Names stretches of time in rising order. Not thread-safe. */
    public static final class Walk {
        private final List<Flat> threads;
        private final int[] next;

        private Walk(List<Flat> threads) {
            this.threads = threads;
            this.next = new int[threads.size()];
        }

        /** Names [from, to), which must not begin before the last one ended. */
        public void during(long from, long to, Sink sink) {
            for (long at = from; at < to; ) {
                String name = "";
                long until = to;
                for (int i = 0; i < next.length && name.isEmpty(); i++) {
                    Flat flat = threads.get(i);
                    while (next[i] < flat.size && flat.ends[next[i]] <= at) {
                        next[i]++;
                    }
                    if (next[i] < flat.size) {
                        boolean covers = flat.starts[next[i]] <= at;
                        until = Math.min(until, covers ? flat.ends[next[i]] : flat.starts[next[i]]);
                        name = covers ? flat.name(next[i]) : "";
                    }
                }
                sink.piece(name, until - at);
                at = until;
            }
        }
    }

    /** The intervals of one thread that name code, cut so that one holds each instant. */
    private final class Flat {
        private final Lane lane;
        private long[] starts = new long[16];
        private long[] ends = new long[16];
        private int[] named = new int[16];
        private int size;

        Flat(Lane lane, boolean isOutermost) {
            this.lane = lane;
            int[] open = new int[16];
            int depth = 0;
            long reached = Long.MIN_VALUE;
            for (int i = 0; i < lane.size(); i++) {
                if (!names(lane, i) || lane.end(i) == lane.start(i)) {
                    continue;
                }
                while (depth > 0 && lane.end(open[depth - 1]) <= lane.start(i)) {
                    reached = add(open[--depth], reached, lane.end(open[depth]));
                }
                if (depth > 0) {
                    if (isOutermost) {
                        continue;
                    }
                    reached = add(open[depth - 1], reached, lane.start(i));
                }
                if (depth == open.length) {
                    open = Arrays.copyOf(open, 2 * depth);
                }
                reached = Math.max(reached, lane.start(i));
                open[depth++] = i;
            }
            while (depth > 0) {
                reached = add(open[--depth], reached, lane.end(open[depth]));
            }
        }

        private long add(int i, long from, long to) {
            if (to <= from) {
                return from;
            }
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
                named = Arrays.copyOf(named, 2 * size);
            }
            starts[size] = from;
            ends[size] = to;
            named[size++] = i;
            return to;
        }

        String name(int piece) {
            return lane.label(named[piece]);
        }

        String at(long instant) {
            int found = Arrays.binarySearch(starts, 0, size, instant);
            int piece = found >= 0 ? found : -found - 2;
            return piece >= 0 && instant < ends[piece] ? name(piece) : "";
        }
    }
}
