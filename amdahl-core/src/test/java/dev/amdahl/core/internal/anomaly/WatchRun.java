package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A watcher with what it found, and a clock that runs as samples come. Not thread-safe. */
final class WatchRun {
    static final Instant BEGIN = Instant.parse("2026-11-10T00:00:00Z");

    final List<Anomaly> found = new ArrayList<>();
    final AnomalyDetector watcher = new AnomalyDetector(WatchPolicy.DEFAULT, found::add);

    int series(Signal signal) {
        return series("", "gpu0", signal);
    }

    int series(String host, String device, Signal signal) {
        return watcher.series(new Place("job", host, device, signal.name()), signal);
    }

    static long at(double seconds) {
        return Math.round((BEGIN.getEpochSecond() + seconds) * 1e9);
    }

    /** One sample a second from there on. */
    void play(int number, double from, double... values) {
        for (int i = 0; i < values.length; i++) {
            watcher.accept(number, at(from + i), values[i]);
        }
    }

    static Instant instant(double seconds) {
        return BEGIN.plus(Duration.ofMillis(Math.round(seconds * 1000)));
    }
}
