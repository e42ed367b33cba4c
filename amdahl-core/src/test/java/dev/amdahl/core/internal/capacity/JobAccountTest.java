package dev.amdahl.core.internal.capacity;

import static dev.amdahl.core.internal.capacity.RunEvent.Kind.CHECKPOINT;
import static dev.amdahl.core.internal.capacity.RunEvent.Kind.FAILED;
import static dev.amdahl.core.internal.capacity.RunEvent.Kind.FINISHED;
import static dev.amdahl.core.internal.capacity.RunEvent.Kind.STARTED;
import static dev.amdahl.core.internal.capacity.RunEvent.Kind.STEPPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilization;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobAccountTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final double EXACT = 1e-9;
    private static final List<RunEvent.Kind> KINDS = List.of(RunEvent.Kind.values());

    private static FleetJob job(
            String id, double fromHour, double toHour, int accelerators, Map<String, String> labels) {
        return new FleetJob(
                id,
                "train",
                "ada",
                new Accelerators("h200", accelerators),
                START.minus(Duration.ofHours(24)),
                Optional.of(at(fromHour)),
                Optional.of(at(toHour)),
                Optional.empty(),
                labels);
    }

    private static Instant at(double hour) {
        return START.plus(Duration.ofNanos(Math.round(hour * 3600e9)));
    }

    private static RunEvent event(double hour, RunEvent.Kind kind) {
        return new RunEvent("train-1", at(hour), kind, Optional.empty());
    }

    private static RunEvent checkpoint(double hour, double stallHours) {
        return new RunEvent(
                "train-1", at(hour), CHECKPOINT, Optional.of(Duration.ofNanos(Math.round(stallHours * 3600e9))));
    }

    /** 100 h, 5 h of start and checkpoints, 2 failures of half an hour lost and half an hour to restart: .93. */
    private static final List<RunEvent> FIXTURE = List.of(
            event(0, STARTED),
            event(1, STEPPING),
            checkpoint(20, 1),
            checkpoint(40, 1),
            event(40.5, FAILED),
            event(40.75, STARTED),
            event(41, STEPPING),
            checkpoint(60, 1),
            event(60.5, FAILED),
            event(61, STEPPING),
            checkpoint(80, 1),
            event(100, FINISHED));

    @Test
    void lostWorkIsCountedFromRestartsAndCheckpoints() {
        JobAccount account = JobAccount.of(
                "train-1", List.of(job("train-1", 0, 100, 8, Map.of("ideal_seconds", "167400"))), FIXTURE, at(500));

        assertThat(account.time().hours(TimeBucket.PRODUCTIVE)).isCloseTo(8 * 93, within(EXACT));
        assertThat(account.time().hours(TimeBucket.OVERHEAD)).isCloseTo(8 * 5, within(EXACT));
        assertThat(account.time().hours(TimeBucket.LOST)).isCloseTo(8 * 1, within(EXACT));
        assertThat(account.time().hours(TimeBucket.RESTART)).isCloseTo(8 * 1, within(EXACT));
        assertThat(account.time().hours(TimeBucket.IDLE)).isZero();
        assertThat(account.time().hours(TimeBucket.UNKNOWN)).isZero();
        assertThat(account.runtimeShare().orElseThrow()).isCloseTo(.93, within(EXACT));
        assertThat(account.availability()).hasValue(1);
        assertThat(account.efficiency().orElseThrow()).isCloseTo(.5, within(EXACT));
        assertThat(account.goodput().orElseThrow().value()).isCloseTo(.465, within(EXACT));
        assertThat(account.effectiveTimeRatio().orElseThrow()).isCloseTo(.75, within(EXACT));
        assertThat(account.habit().failures()).isEqualTo(2);
        assertThat(account.habit().writeSeconds()).hasValue(3600);
        assertThat(account.habit().intervalSeconds().orElseThrow())
                .isCloseTo((18 + 19 + 18 + 18) / 4.0 * 3600, within(1e-6));
    }

    @Test
    void anAttemptThatAnotherOneFollowsLosesWhatItHadNotSaved() {
        Map<String, String> label = Map.of("job", "train-1");
        List<RunEvent> log = List.of(
                event(0, STARTED),
                event(1, STEPPING),
                checkpoint(5, 0),
                event(12, STARTED),
                event(13, STEPPING),
                event(20, FINISHED));

        JobAccount account =
                JobAccount.of("train-1", List.of(job("b", 12, 21, 4, label), job("a", 0, 8, 2, label)), log, at(500));

        assertThat(account.attempts()).isEqualTo(2);
        assertThat(account.habit().failures()).isEqualTo(1);
        assertThat(account.time().hours(TimeBucket.LOST)).isCloseTo(2 * 3, within(EXACT));
        assertThat(account.time().hours(TimeBucket.RESTART)).isCloseTo(4 * 1, within(EXACT));
        assertThat(account.time().hours(TimeBucket.PRODUCTIVE)).isCloseTo(2 * 4 + 4 * 7, within(EXACT));
        assertThat(account.time().hours(TimeBucket.IDLE)).isCloseTo(4 * 1, within(EXACT));
        assertThat(account.availability().orElseThrow()).isCloseTo(17.0 / 21, within(EXACT));
    }

    @Test
    void whatNobodySavedOrLostYetIsNotKnown() {
        JobAccount account = JobAccount.of(
                "train-1",
                List.of(job("train-1", 0, 10, 1, Map.of())),
                List.of(event(1, STEPPING), checkpoint(6, 0)),
                at(500));

        assertThat(account.time().hours(TimeBucket.PRODUCTIVE)).isCloseTo(5, within(EXACT));
        assertThat(account.time().hours(TimeBucket.UNKNOWN)).isCloseTo(4, within(EXACT));
    }

    @Test
    void acceleratorsHeldAfterTheLastFailureStoodIdle() {
        JobAccount account = JobAccount.of(
                "train-1",
                List.of(job("train-1", 0, 10, 1, Map.of())),
                List.of(event(0, STEPPING), event(4, FAILED)),
                at(500));

        assertThat(account.time().hours(TimeBucket.LOST)).isCloseTo(4, within(EXACT));
        assertThat(account.time().hours(TimeBucket.IDLE)).isCloseTo(6, within(EXACT));
    }

    @Test
    void withoutALogOnlyWhatWasMeasuredIsKnown() {
        FleetJob measured = new FleetJob(
                "x",
                "eval",
                "",
                new Accelerators("h200", 2),
                START,
                Optional.of(START),
                Optional.of(at(10)),
                Optional.of(new Utilization(.3, 0, .5, .5, .2)),
                Map.of());

        JobAccount account = JobAccount.of("x", List.of(measured), List.of(), at(500));

        assertThat(account.time().hours(TimeBucket.IDLE)).isCloseTo(6, within(EXACT));
        assertThat(account.time().hours(TimeBucket.PRODUCTIVE)).isCloseTo(10, within(EXACT));
        assertThat(account.time().hours(TimeBucket.UNKNOWN)).isCloseTo(4, within(EXACT));
        assertThat(account.runtimeShare()).isEmpty();
        assertThat(account.goodput()).isEmpty();

        JobAccount blind = JobAccount.of("y", List.of(job("y", 0, 3, 2, Map.of())), List.of(), at(500));
        assertThat(blind.time().hours(TimeBucket.UNKNOWN)).isCloseTo(6, within(EXACT));
    }

    @Test
    void thePartsAddUpToWhatWasAllocatedToTheNanosecond() {
        SplittableRandom random = new SplittableRandom(7);
        Set<TimeBucket> seen = EnumSet.noneOf(TimeBucket.class);
        for (int round = 0; round < 2_000; round++) {
            List<FleetJob> attempts = new ArrayList<>();
            BigInteger allocated = BigInteger.ZERO;
            long cursor = 0;
            for (int i = 0; i <= random.nextInt(3); i++) {
                cursor += random.nextLong(1_000_000_000_000L);
                long length = random.nextLong(10_000_000_000_000_000L);
                int count = 1 + random.nextInt(100_000);
                allocated = allocated.add(BigInteger.valueOf(length).multiply(BigInteger.valueOf(count)));
                attempts.add(new FleetJob(
                        "r" + i,
                        "train",
                        "",
                        new Accelerators("h200", count),
                        START,
                        Optional.of(START.plusNanos(cursor)),
                        Optional.of(START.plusNanos(cursor + length)),
                        random.nextBoolean() ? Optional.empty() : Optional.of(utilisation(random)),
                        Map.of("job", "j")));
                cursor += length;
            }
            AcceleratorTime time = FleetAccount.of(attempts.stream(), RestartLog.of(events(random, cursor)), at(1e6))
                    .time();

            assertThat(time.allocatedNanos()).as("round %d", round).isEqualTo(allocated);
            assertThat(Stream.of(TimeBucket.values()).map(time::nanos)).allMatch(nanos -> nanos.signum() >= 0);
            Stream.of(TimeBucket.values())
                    .filter(part -> time.nanos(part).signum() > 0)
                    .forEach(seen::add);
        }
        assertThat(seen).containsExactly(TimeBucket.values());
    }

    private static Utilization utilisation(SplittableRandom random) {
        double idle = random.nextDouble() / 3;
        double low = random.nextDouble() / 3;
        double unknown = random.nextDouble() / 3;
        return new Utilization(idle, low, 1 - idle - low - unknown, random.nextDouble(), unknown);
    }

    private static List<RunEvent> events(SplittableRandom random, long until) {
        List<RunEvent> events = new ArrayList<>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            RunEvent.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            events.add(new RunEvent(
                    "j",
                    START.plusNanos(random.nextLong(until + 1_000_000_000L)),
                    kind,
                    kind == CHECKPOINT && random.nextBoolean()
                            ? Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000_000L)))
                            : Optional.empty()));
        }
        return events;
    }
}
