package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** A series whose values may cease to be numbers, or change their level for good. Not thread-safe. */
final class LevelSeries extends Series {
    private static final int HEALED = LevelShift.WARM_UP;

    private static final double SLOW = .1;
    private static final double SLOW_SPEED = .25;

    private final Signal signal;
    private final int sign;
    private final Optional<LevelShift> shift;
    private final Optional<SlowRise> rise;
    private final Season season = new Season();
    private long index = -1;
    private long numbers = HEALED;
    private double before;
    private double reported = Double.NaN;

    LevelSeries(Place place, Signal signal, JobState job, Consumer<Anomaly> found) {
        super(place, signal, job, found);
        this.signal = signal;
        this.shift = policy(signal).map(LevelShift::new);
        this.rise = switch (signal) {
            case LOSS -> Optional.of(new SlowRise(SLOW));
            case STEP_SECONDS, RATE -> Optional.of(new SlowRise(SLOW_SPEED));
            default -> Optional.empty();
        };
        // A fall is the rise of what is below zero.
        this.sign = signal == Signal.RATE ? -1 : 1;
    }

    private static Optional<ShiftPolicy> policy(Signal signal) {
        return switch (signal) {
            case LOSS -> Optional.of(ShiftPolicy.LOSS);
            case GRADIENT_NORM -> Optional.of(ShiftPolicy.GRADIENT_NORM);
            case STEP_SECONDS -> Optional.of(ShiftPolicy.STEP_SECONDS);
            case RATE -> Optional.of(ShiftPolicy.RATE);
            default -> Optional.empty();
        };
    }

    @Override
    void take(long nanos, long step, double value, boolean afterGap) {
        index++;
        if (!Double.isFinite(value)) {
            notANumber(nanos, step, value);
            return;
        }
        numbers++;
        if (rise.isPresent() && rise.get().after() < before + (reported - before) / 2) {
            reported = Double.NaN;
        }
        season.accept(sign * value);
        if (shift.isPresent()) {
            int direction = shift.get().accept(nanos, step, value);
            if (direction != 0 && !season.isDue(shift.get().samples())) {
                changed(shift.get(), nanos);
                if (rise.isPresent()) {
                    rise.get().forget();
                }
            }
        }
        if (rise.isPresent() && rise.get().accept(nanos, step, sign * value)) {
            rose(rise.get(), nanos);
        }
    }

    private void notANumber(long nanos, long step, double value) {
        boolean isFirst = numbers >= HEALED;
        numbers = 0;
        if (isFirst) {
            String where = step >= 0 ? "step " + step : "sample " + index;
            find(
                    Kind.NOT_A_NUMBER,
                    span(nanos, nanos, 1, step),
                    new Anomaly.Change(Double.NaN, value),
                    "is " + (Double.isNaN(value) ? "NaN" : "infinite") + " first at " + where);
        }
    }

    /** Returns one that goes on is told again where it has doubled. */
    private boolean isNews(double from, double to) {
        if (rise.isEmpty()) {
            return true;
        }
        if (!Double.isNaN(reported) && to < before + 2 * (reported - before)) {
            return false;
        }
        before = Double.isNaN(reported) ? from : before;
        reported = to;
        return true;
    }

    private void rose(SlowRise slow, long nanos) {
        if (!isNews(slow.before(), slow.after())) {
            return;
        }
        double from = sign * slow.before();
        double to = sign * slow.after();
        String words = sign < 0 ? "fell slowly from its highest" : "rose slowly from its lowest";
        find(
                kind(),
                span(slow.sinceNanos(), nanos, slow.samples(), slow.sinceStep()),
                new Anomaly.Change(from, to),
                String.format(Locale.ROOT, "%s %.4g to %.4g", words, from, to));
    }

    private Kind kind() {
        return switch (signal) {
            case STEP_SECONDS -> Kind.STEPS_SLOWED;
            case RATE -> Kind.INPUT_COLLAPSED;
            default -> Kind.LOSS_DIVERGED;
        };
    }

    private void changed(LevelShift level, long nanos) {
        if (!isNews(sign * level.before(), sign * level.after())) {
            return;
        }
        String word = signal == Signal.RATE ? "fell" : "rose";
        find(
                kind(),
                span(level.sinceNanos(), nanos, level.samples(), level.sinceStep()),
                new Anomaly.Change(level.before(), level.after()),
                String.format(Locale.ROOT, "%s from %.4g to %.4g", word, level.before(), level.after()));
    }
}
