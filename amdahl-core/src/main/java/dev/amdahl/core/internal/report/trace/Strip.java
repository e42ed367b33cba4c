package dev.amdahl.core.internal.report.trace;

import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Coloured intervals under one name, to be drawn as rows and exported as a track: a lane of a timeline, or what an analysis says
 * beside it. Columnar; intervals are added in order of their start and may nest. Not thread-safe.
 */
public final class Strip {
    private final String name;
    private final List<Shade> shades = new ArrayList<>();
    private final Map<Shade, Integer> shadeNumbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> nameNumbers = new HashMap<>();
    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private int[] shade = new int[16];
    private int[] label = new int[16];
    private int size;

    /** Returns an empty strip. */
    public Strip(String name) {
        this.name = name;
    }

    /** Returns the intervals of a lane, by activity. */
    public static Strip of(Lane lane) {
        Strip strip = new Strip(lane.name());
        for (int i = 0; i < lane.size(); i++) {
            strip.add(lane.start(i), lane.end(i), Shade.of(lane.activity(i)), lane.label(i));
        }
        return strip;
    }

    /**
     * Adds an interval.
     *
     * @param start ns on the timeline's clock, not before the last one added
     * @param end ns
     * @param text its own name: untrusted
     * @throws IllegalArgumentException if it starts before the last one or ends before it starts
     */
    public void add(long start, long end, Shade kind, String text) {
        if (end < start || (size > 0 && start < starts[size - 1])) {
            throw new IllegalArgumentException(
                    "strip " + name + ": interval " + start + " to " + end + " out of order");
        }
        if (size == starts.length) {
            int room = 2 * size;
            starts = Arrays.copyOf(starts, room);
            ends = Arrays.copyOf(ends, room);
            shade = Arrays.copyOf(shade, room);
            label = Arrays.copyOf(label, room);
        }
        starts[size] = start;
        ends[size] = end;
        shade[size] = number(shades, shadeNumbers, kind);
        label[size++] = number(names, nameNumbers, text);
    }

    private static <T> int number(List<T> list, Map<T, Integer> numbers, T value) {
        return numbers.computeIfAbsent(value, added -> {
            list.add(added);
            return list.size() - 1;
        });
    }

    /** Returns what it is called. */
    public String name() {
        return name;
    }

    /** Returns how many intervals. */
    public int size() {
        return size;
    }

    long start(int i) {
        return starts[i];
    }

    long end(int i) {
        return ends[i];
    }

    Shade shade(int i) {
        return shades.get(shade[i]);
    }

    String text(int i) {
        return names.get(label[i]);
    }
}
