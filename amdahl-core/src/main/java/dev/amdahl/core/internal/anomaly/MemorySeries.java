package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Device memory: a fall is a stall where the device does nothing either and a release otherwise; a rise is growth; lows that rise for
 * {@value #BLOCKS} blocks of {@value #BLOCK} samples in a row, by a twentieth in all, are a leak. Not thread-safe.
 */
final class MemorySeries extends Series {
    static final int BLOCK = 32;
    static final int BLOCKS = 10;

    private static final double MIN_GROWTH = .05;
    private static final double MIN_EACH = .001;
    private static final double IDLE = .05;

    private final DeviceState device;
    private final LevelShift shift = new LevelShift(ShiftPolicy.MEMORY);
    private double low = Double.POSITIVE_INFINITY;
    private int inBlock;
    private int rising;
    private double lastLow = Double.NaN;
    private double firstLow = Double.NaN;
    private long blockNanos;
    private long firstNanos;

    MemorySeries(Place place, JobState job, DeviceState device, Consumer<Anomaly> found) {
        super(place, Signal.MEMORY, job, found);
        this.device = device;
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            return;
        }
        int direction = shift.accept(nanos, step, value);
        if (direction != 0) {
            changed(nanos, direction);
        }
        block(nanos, value);
    }

    private void changed(long nanos, int direction) {
        boolean known = device.knowsBusy(nanos);
        Kind kind = direction > 0
                ? Kind.MEMORY_GREW
                : known && device.busy < IDLE ? Kind.MEMORY_STALL : Kind.MEMORY_RELEASED;
        find(
                kind,
                span(shift.sinceNanos(), nanos, shift.samples(), shift.sinceStep()),
                new Anomaly.Change(shift.before(), shift.after()),
                String.format(
                        Locale.ROOT,
                        "%s from %.0f MiB to %.0f MiB%s",
                        direction > 0 ? "rose" : "fell",
                        shift.before(),
                        shift.after(),
                        direction > 0
                                ? ""
                                : known
                                        ? ", device " + Math.round(100 * device.busy) + " % busy"
                                        : ", use of the device unknown"));
    }

    private void block(long nanos, double value) {
        blockNanos = inBlock == 0 ? nanos : blockNanos;
        low = Math.min(low, value);
        if (++inBlock < BLOCK) {
            return;
        }
        boolean rises = low > lastLow * (1 + MIN_EACH);
        if (!rises) {
            rising = 0;
            firstLow = low;
            firstNanos = blockNanos;
        } else if (++rising >= BLOCKS && low >= firstLow * (1 + MIN_GROWTH)) {
            find(
                    Kind.MEMORY_LEAK,
                    span(firstNanos, nanos, (long) (rising + 1) * BLOCK, -1),
                    new Anomaly.Change(firstLow, low),
                    String.format(Locale.ROOT, "keeps growing, from %.0f MiB to %.0f MiB", firstLow, low));
            rising = 0;
            firstLow = low;
            firstNanos = blockNanos;
        }
        lastLow = low;
        low = Double.POSITIVE_INFINITY;
        inBlock = 0;
    }
}
