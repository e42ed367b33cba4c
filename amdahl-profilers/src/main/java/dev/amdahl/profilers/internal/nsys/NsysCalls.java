package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.Plurals;
import java.util.Map;
import java.util.TreeMap;

/** Calls and copies that the tool's own rules ask about. Not thread-safe. */
final class NsysCalls {
    private static final int MAX_ASYNC = 5_000_000;

    private final LongSet async = new LongSet(MAX_ASYNC);
    private final Map<String, Tally> tallies = new TreeMap<>();
    private final Amounts toDevice = new Amounts();
    private long known;
    private long pageable;
    private long pageableAsync;
    private double pageableAsyncSeconds;
    private double pageableAsyncBytes;

    /** How often and how long. */
    static final class Tally {
        long count;
        double seconds;
    }

    void call(String name, NsysEvent event, long correlation) {
        if (NsysNames.isAsync(name) && name.contains("Memcpy") && correlation >= 0) {
            async.add(correlation);
        }
        if (NsysNames.isSynchronize(name)) {
            add("synchronising call", event);
        } else if (NsysNames.isBlockingCopy(name)) {
            add("blocking copy", event);
        } else if (NsysNames.isBlockingFill(name)) {
            add("blocking fill", event);
        }
    }

    private void add(String what, NsysEvent event) {
        Tally tally = tallies.computeIfAbsent(what, key -> new Tally());
        tally.count++;
        tally.seconds += Math.max(0, event.end() - event.start()) / 1e9;
    }

    /**
     * A copy on the device.
     *
     * @param hostMemory {@code pageable} or {@code pinned}, lower case, empty if the file does not say
     */
    void copy(
            NsysEvent event, long correlation, boolean isToDevice, boolean isFromHost, long bytes, String hostMemory) {
        if (isToDevice && bytes >= 0) {
            toDevice.add(bytes);
        }
        if (!isFromHost || hostMemory.isEmpty()) {
            return;
        }
        known++;
        if (hostMemory.equals("pageable")) {
            pageable++;
            if (async.contains(correlation)) {
                pageableAsync++;
                pageableAsyncSeconds += Math.max(0, event.end() - event.start()) / 1e9;
                pageableAsyncBytes += Math.max(0, bytes);
            }
        }
    }

    Map<String, Tally> tallies() {
        return tallies;
    }

    void addCounters(Map<String, Double> counters) {
        tallies.forEach((what, tally) -> {
            String name = Plurals.plural(what).replace(' ', '_');
            counters.put(name, (double) tally.count);
            counters.put(name + "_seconds", tally.seconds);
        });
        if (known > 0) {
            counters.put("pinned_copies", pageable == 0 ? 1.0 : 0.0);
            counters.put("pageable_async_copies", (double) pageableAsync);
            counters.put("pageable_async_copies_seconds", pageableAsyncSeconds);
        }
        toDevice.median().ifPresent(median -> counters.put("h2d_copy_bytes_p50", median));
    }

    long pageableAsync() {
        return pageableAsync;
    }

    double pageableAsyncSeconds() {
        return pageableAsyncSeconds;
    }

    double pageableAsyncBytes() {
        return pageableAsyncBytes;
    }
}
