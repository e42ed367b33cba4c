package dev.amdahl.examples.watch;

import dev.amdahl.core.internal.anomaly.AnomalyDetector;
import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Hands samples to a watcher under the number of their series, and counts seconds where samples bear no time. Not thread-safe. */
public final class Feed {
    private static final int MAX_SERIES = 100_000;
    private static final long SECOND = 1_000_000_000L;

    private final AnomalyDetector watcher;
    private final String host;
    private final String job;
    private final Map<Key, Integer> numbers = new HashMap<>();
    private final Map<Key, Long> counted = new HashMap<>();
    private long samples;
    private long newestNanos = Long.MIN_VALUE;
    private boolean isUntimed;

    private record Key(Place place, Signal signal) {}

    /**
     * Returns a feed.
     *
     * @param host of samples that name none
     * @param job of samples that name none
     */
    public Feed(AnomalyDetector watcher, String host, String job) {
        this.watcher = watcher;
        this.host = host;
        this.job = job;
    }

    /** Hands a sample on; beyond 100,000 series, those that are new are left out. */
    void sample(Place place, Signal signal, OptionalLong nanos, long step, double value) {
        Place known = known(place);
        Key key = new Key(known, signal);
        Integer number = numbers.get(key);
        if (number == null) {
            if (numbers.size() == MAX_SERIES) {
                return;
            }
            number = watcher.series(known, signal);
            numbers.put(key, number);
        }
        samples++;
        watcher.accept(number, time(key, nanos), step, value);
    }

    private long time(Key key, OptionalLong nanos) {
        long time = nanos.isPresent() ? nanos.getAsLong() : SECOND * counted.merge(key, 1L, Long::sum);
        isUntimed |= nanos.isEmpty();
        newestNanos = Math.max(newestNanos, time);
        return time;
    }

    /** A line that says that the job failed. */
    void failed(Place place, OptionalLong nanos, long step, String text) {
        long time = nanos.orElse(newestNanos == Long.MIN_VALUE ? 0 : newestNanos);
        watcher.failed(known(place), time, step, text);
    }

    private Place known(Place place) {
        return new Place(
                place.job().isEmpty() ? job : place.job(),
                place.host().isEmpty() ? host : place.host(),
                place.device(),
                place.series());
    }

    /** Samples handed on. */
    public long samples() {
        return samples;
    }

    /** Returns whether some had no time and were counted as one a second. */
    public boolean isUntimed() {
        return isUntimed;
    }
}
