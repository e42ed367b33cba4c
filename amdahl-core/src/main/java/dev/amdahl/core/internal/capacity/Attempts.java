package dev.amdahl.core.internal.capacity;

import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilization;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Goes along the allocations of one job, in order, with what it logged, and puts each accelerator-nanosecond into its part. Work
 * counts once a checkpoint is durable or the job has finished; what a failure, or the end of an allocation that another one follows,
 * finds uncommitted is lost. Not thread-safe.
 */
final class Attempts {
    private enum Phase {
        PROVISIONING,
        INITIALISING,
        STEPPING,
        DOWN,
        RESTARTING,
        AFTER
    }

    private final EnumMap<TimeBucket, BigInteger> parts = new EnumMap<>(TimeBucket.class);
    private Phase phase = Phase.PROVISIONING;
    private BigInteger uncommitted = BigInteger.ZERO;
    private BigInteger down = BigInteger.ZERO;
    private long sinceCheckpoint;
    private long cursor;
    private long accelerators;

    private int failures;
    private int checkpoints;
    private int timedCheckpoints;
    private long stalledNanos;
    private int intervals;
    private long intervalNanos;

    /**
     * One allocation.
     *
     * @param events what was logged, by time; those outside the allocation are left out
     * @param isFollowed whether the job got another one afterwards
     */
    void allocation(FleetJob job, Instant end, List<RunEvent> events, boolean isFollowed) {
        Instant start = job.started().orElseThrow();
        accelerators = job.accelerators().count();
        cursor = 0;
        long whole = Math.max(0, Duration.between(start, end).toNanos());
        for (RunEvent event : events) {
            boolean isInside = !event.at().isBefore(start) && !event.at().isAfter(end);
            if (isInside) {
                take(event, Duration.between(start, event.at()).toNanos());
            }
        }
        close(whole);
        if (isFollowed && phase != Phase.AFTER) {
            fail();
        }
    }

    /** One allocation of which nothing was logged: its parts are what was measured of its accelerators. */
    void unlogged(FleetJob job, Instant end) {
        long whole =
                Math.max(0, Duration.between(job.started().orElseThrow(), end).toNanos());
        BigInteger all = times(whole, job.accelerators().count());
        BigInteger idle = job.utilisation().map(use -> share(all, use.wasted())).orElse(BigInteger.ZERO);
        BigInteger useful = job.utilisation()
                .map(Attempts::useful)
                .map(part -> share(all, part))
                .orElse(BigInteger.ZERO);
        BigInteger rest = all.subtract(idle).subtract(useful);
        if (rest.signum() < 0) {
            useful = useful.add(rest);
            rest = BigInteger.ZERO;
        }
        add(TimeBucket.IDLE, idle);
        add(TimeBucket.PRODUCTIVE, useful);
        add(TimeBucket.UNKNOWN, rest);
    }

    private static double useful(Utilization use) {
        return Math.max(0, 1 - use.unknown() - use.wasted());
    }

    private static BigInteger share(BigInteger all, double part) {
        return new BigDecimal(all)
                .multiply(BigDecimal.valueOf(part))
                .toBigInteger()
                .min(all);
    }

    private void take(RunEvent event, long at) {
        switch (event.kind()) {
            case STARTED -> {
                close(at);
                boolean isAgain = phase == Phase.DOWN || phase == Phase.RESTARTING;
                phase = isAgain ? Phase.RESTARTING : Phase.INITIALISING;
            }
            case STEPPING -> {
                close(at);
                add(TimeBucket.RESTART, down);
                down = BigInteger.ZERO;
                phase = Phase.STEPPING;
            }
            case CHECKPOINT -> checkpoint(event, at);
            case FAILED -> {
                close(at);
                fail();
            }
            case FINISHED -> {
                close(at);
                commit();
                phase = Phase.AFTER;
            }
        }
    }

    private void checkpoint(RunEvent event, long at) {
        if (phase != Phase.STEPPING) {
            close(at);
            return;
        }
        long stall =
                Math.min(at - cursor, event.stalled().map(Duration::toNanos).orElse(0L));
        close(at - stall);
        cursor = at;
        add(TimeBucket.OVERHEAD, times(stall, accelerators));
        checkpoints++;
        event.stalled().ifPresent(known -> {
            timedCheckpoints++;
            stalledNanos += known.toNanos();
        });
        intervals++;
        intervalNanos += sinceCheckpoint;
        commit();
    }

    private void close(long at) {
        BigInteger span = times(at - cursor, accelerators);
        switch (phase) {
            case PROVISIONING, INITIALISING -> add(TimeBucket.OVERHEAD, span);
            case STEPPING -> {
                uncommitted = uncommitted.add(span);
                sinceCheckpoint += at - cursor;
            }
            case DOWN -> down = down.add(span);
            case RESTARTING -> add(TimeBucket.RESTART, span);
            case AFTER -> add(TimeBucket.IDLE, span);
        }
        cursor = at;
    }

    private void fail() {
        if (phase != Phase.DOWN && phase != Phase.AFTER) {
            failures++;
        }
        add(TimeBucket.LOST, uncommitted);
        uncommitted = BigInteger.ZERO;
        sinceCheckpoint = 0;
        phase = Phase.DOWN;
    }

    private void commit() {
        add(TimeBucket.PRODUCTIVE, uncommitted);
        uncommitted = BigInteger.ZERO;
        sinceCheckpoint = 0;
    }

    /** Returns what is left open: uncommitted steps may still be kept, and after a failure that nothing followed the accelerators stood idle. */
    AcceleratorTime end() {
        add(TimeBucket.UNKNOWN, uncommitted);
        add(TimeBucket.IDLE, down);
        uncommitted = BigInteger.ZERO;
        down = BigInteger.ZERO;
        return new AcceleratorTime(Map.copyOf(parts));
    }

    /** Returns how the job wrote its checkpoints. */
    CheckpointHabit habit() {
        return new CheckpointHabit(
                checkpoints,
                timedCheckpoints == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(stalledNanos / 1e9 / timedCheckpoints),
                intervals == 0 ? OptionalDouble.empty() : OptionalDouble.of(intervalNanos / 1e9 / intervals),
                failures);
    }

    private void add(TimeBucket part, BigInteger nanos) {
        parts.merge(part, nanos, BigInteger::add);
    }

    private static BigInteger times(long nanos, long accelerators) {
        return BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(accelerators));
    }
}
