package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.time.Instant;
import java.util.function.Consumer;

/** One series and what is kept of it. Allocates only where it finds something. Not thread-safe. */
abstract class Series {
    private final Place place;
    private final Signal signal;
    private final JobState job;
    private final Consumer<Anomaly> found;
    private final Coverage coverage = new Coverage();

    Series(Place place, Signal signal, JobState job, Consumer<Anomaly> found) {
        this.place = place;
        this.signal = signal;
        this.job = job;
        this.found = found;
    }

    final void accept(long nanos, long step, double value) {
        boolean afterGap = coverage.accept(nanos);
        take(nanos, step, value, afterGap);
    }

    /**
     * Takes a sample.
     *
     * @param step of the job, -1 when not known
     * @param afterGap whether samples before it are missing
     */
    abstract void take(long nanos, long step, double value, boolean afterGap);

    final Place place() {
        return place;
    }

    final JobState job() {
        return job;
    }

    final SeriesCoverage covered() {
        return new SeriesCoverage(
                place,
                signal,
                coverage.samples(),
                coverage.gaps(),
                coverage.spanNanos() / 1e9,
                coverage.unknownNanos() / 1e9);
    }

    final void find(Kind kind, Anomaly.Span span, Anomaly.Change change, String what) {
        find(kind, span, change, Triage.of(kind, job, nanos(span.seen())), what);
    }

    final void find(Kind kind, Anomaly.Span span, Anomaly.Change change, Anomaly.Triage triage, String what) {
        found.accept(new Anomaly(kind, place, span, change, triage, what));
    }

    final Anomaly.Span span(long since, long seen, long samples, long step) {
        return new Anomaly.Span(instant(since), instant(seen), samples, step);
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** How much of its time a series covers; what lies in a gap is unknown. Allocates nothing. Not thread-safe. */
    private static final class Coverage {
        private static final double GAP = 3;
        private static final double RATE = 1.0 / 16;

        private long samples;
        private long gaps;
        private long unknownNanos;
        private long first;
        private long last;
        private double usual;

        /** Takes the time of a sample; true if it comes after a gap. */
        boolean accept(long nanos) {
            samples++;
            if (samples == 1) {
                first = nanos;
                last = nanos;
                return false;
            }
            long since = nanos - last;
            if (since <= 0) {
                return false;
            }
            last = nanos;
            boolean isGap = samples > 3 && since > GAP * usual;
            if (isGap) {
                gaps++;
                unknownNanos += since - (long) usual;
            }
            double counted = isGap ? GAP * usual : since;
            usual = usual == 0 ? since : usual + RATE * (counted - usual);
            return isGap;
        }

        long samples() {
            return samples;
        }

        long gaps() {
            return gaps;
        }

        long unknownNanos() {
            return unknownNanos;
        }

        /** First to last sample. */
        long spanNanos() {
            return last - first;
        }
    }
}
