package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entries grouped by stream. */
final class Streams {
    private static final int MAX = 1 << 14;

    private Streams() {}

    /** The indices of the entries of each stream, ascending; streams in the order of their first entry. */
    static Map<Long, int[]> group(long[] streams) throws HtaStops {
        Map<Long, int[]> members = new LinkedHashMap<>();
        Map<Long, int[]> counts = new LinkedHashMap<>();
        for (int i = 0; i < streams.length; i++) {
            long stream = streams[i];
            int[] count = counts.computeIfAbsent(stream, key -> new int[1]);
            if (counts.size() > MAX) {
                throw new HtaStops("there are more than " + MAX + " streams, which is not reproduced");
            }
            int[] list = members.computeIfAbsent(stream, key -> new int[4]);
            if (count[0] == list.length) {
                list = Arrays.copyOf(list, 2 * list.length);
                members.put(stream, list);
            }
            list[count[0]++] = i;
        }
        members.replaceAll((stream, list) -> Arrays.copyOf(list, counts.getOrDefault(stream, new int[1])[0]));
        return members;
    }
}
