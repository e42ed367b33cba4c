package dev.amdahl.core.internal.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What happens at which hit of which points, written {@code REQUEST_ACCEPTED:halt:1}: point, action, and at which hit; several separated by
 * commas. Thread-safe.
 */
public final class FailPlan implements Consumer<FailPoint> {
    /** What halted processes end with: the code of one that was killed. */
    public static final int HALTED = 137;

    private static final long DELAY_MILLIS = 100;

    private final List<Fault> faults;
    private final Map<FailPoint, AtomicInteger> hits = new EnumMap<>(FailPoint.class);

    private enum Action {
        HALT,
        THROW,
        DELAY,
        IO_ERROR
    }

    private record Fault(FailPoint point, Action action, int hit) {}

    private FailPlan(List<Fault> faults) {
        this.faults = faults;
        for (FailPoint point : FailPoint.values()) {
            hits.put(point, new AtomicInteger());
        }
    }

    /**
     * Reads a plan.
     *
     * @throws IllegalArgumentException naming the part that is none
     */
    public static FailPlan parse(String text) {
        List<Fault> faults = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] fields = part.strip().split(":", -1);
            try {
                if (fields.length != 3 || Integer.parseInt(fields[2]) < 1) {
                    throw new IllegalArgumentException("not three fields, or no hit from 1 on");
                }
                Action action = switch (fields[1]) {
                    case "halt" -> Action.HALT;
                    case "throw" -> Action.THROW;
                    case "delay" -> Action.DELAY;
                    case "io-error" -> Action.IO_ERROR;
                    default -> throw new IllegalArgumentException("no such action");
                };
                faults.add(new Fault(FailPoint.valueOf(fields[0]), action, Integer.parseInt(fields[2])));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "fail point '" + part
                                + "': write POINT:halt|throw|delay|io-error:HIT, such as REQUEST_ACCEPTED:halt:1",
                        e);
            }
        }
        return new FailPlan(List.copyOf(faults));
    }

    @Override
    public void accept(FailPoint point) {
        int hit = hits.getOrDefault(point, new AtomicInteger()).incrementAndGet();
        for (Fault fault : faults) {
            if (fault.point == point && fault.hit == hit) {
                perform(fault);
            }
        }
    }

    /** How often a point was passed. */
    public int hits(FailPoint point) {
        return hits.getOrDefault(point, new AtomicInteger()).get();
    }

    private static void perform(Fault fault) {
        switch (fault.action) {
            case HALT -> Runtime.getRuntime().halt(HALTED);
            case THROW -> throw new IllegalStateException("fail point " + fault.point);
            case DELAY -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(DELAY_MILLIS));
            case IO_ERROR -> throw new UncheckedIOException(new IOException("fail point " + fault.point));
        }
    }
}
