package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.function.Consumer;

/** A counter of memory errors; what it showed at first was there before, and a fall is a reset. Not thread-safe. */
final class ErrorSeries extends Series {
    private static final long HOUR = 3_600_000_000_000L;

    private final boolean corrected;
    private final int correctedAnHour;
    private final ErrorCounts host;
    private double last = Double.NaN;
    private long windowNanos = Long.MIN_VALUE;
    private double inWindow;
    private long samples;
    private boolean isReported;

    ErrorSeries(
            Place place, Signal signal, JobState job, ErrorCounts host, int correctedAnHour, Consumer<Anomaly> found) {
        super(place, signal, job, found);
        this.corrected = signal == Signal.ECC_CORRECTED;
        this.correctedAnHour = correctedAnHour;
        this.host = host;
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        if (!(value >= 0 && value < 0x1p53)) {
            return;
        }
        double errors = Double.isNaN(last) ? 0 : value >= last ? value - last : value;
        double before = last;
        last = value;
        if (errors == 0) {
            return;
        }
        host.add(nanos, errors, corrected);
        if (!corrected) {
            job().errorNanos = nanos;
            find(
                    Kind.ECC_UNCORRECTED,
                    span(nanos, nanos, 1, step),
                    new Anomaly.Change(before, value),
                    (long) errors + " uncorrected memory errors");
            return;
        }
        if (windowNanos == Long.MIN_VALUE || nanos - windowNanos > HOUR) {
            windowNanos = nanos;
            inWindow = 0;
            samples = 0;
            isReported = false;
        }
        inWindow += errors;
        samples++;
        if (!isReported && inWindow >= correctedAnHour) {
            isReported = true;
            job().errorNanos = nanos;
            find(
                    Kind.ECC_CORRECTED_OFTEN,
                    span(windowNanos, nanos, samples, step),
                    new Anomaly.Change(value - inWindow, value),
                    (long) inWindow + " corrected memory errors within an hour");
        }
    }
}
