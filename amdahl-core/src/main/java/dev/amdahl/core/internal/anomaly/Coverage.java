package dev.amdahl.core.internal.anomaly;

/** How much of its time a series covers; what lies in a gap is unknown. Allocates nothing. Not thread-safe. */
final class Coverage {
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

    /** Time between samples as it is of late, 0 where not known. */
    double usualNanos() {
        return usual;
    }
}
