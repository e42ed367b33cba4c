package dev.amdahl.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ConservationTest {
    private static final int SEEDS = 2_000;
    private static final long SPAN = 2_000_000;

    @Test
    void everyAllocatedNanosecondIsCountedOnce() {
        Set<Bottleneck> seen = EnumSet.noneOf(Bottleneck.class);
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int shown = random.nextInt(4);
            int allocated = 1 + random.nextInt(4);
            Timeline timeline = timeline(random, shown);
            long start = random.nextLong(SPAN);
            JobRunFacts facts = new JobRunFacts(
                    "seed " + seed,
                    Instant.ofEpochSecond(0, start),
                    Instant.ofEpochSecond(0, start + random.nextLong(2 * SPAN)),
                    random.nextInt(3),
                    random.nextInt(2),
                    allocated,
                    OptionalInt.empty());

            Attribution attribution = Attribution.of(timeline, facts, Thresholds.DEFAULT);

            long sum = 0;
            for (Bottleneck bottleneck : Bottleneck.values()) {
                sum += attribution.nanos(bottleneck);
                if (attribution.nanos(bottleneck) > 0) {
                    seen.add(bottleneck);
                }
            }
            long wall =
                    Math.max(facts.wallNanos(), attribution.wallNanos() - provisioning(facts)) + provisioning(facts);
            assertThat(sum).as("seed %d", seed).isEqualTo(attribution.accelerators() * wall);
            assertThat(attribution.accounts().stream()
                            .mapToDouble(Account::wallSeconds)
                            .sum())
                    .as("seed %d", seed)
                    .isCloseTo(wall / 1e9 + facts.queueSeconds(), within(1e-9));
        }
        assertThat(seen)
                .contains(
                        Bottleneck.PRODUCTIVE,
                        Bottleneck.COMM_EXPOSED,
                        Bottleneck.TRANSFER_BOUND,
                        Bottleneck.CHECKPOINT_STALL,
                        Bottleneck.PERIODIC_SIDE_WORK,
                        Bottleneck.INPUT_STARVATION,
                        Bottleneck.SYNC_STALL,
                        Bottleneck.HOST_CONTENTION,
                        Bottleneck.HOST_SERIAL,
                        Bottleneck.LAUNCH_BOUND,
                        Bottleneck.WARMUP,
                        Bottleneck.PROVISIONING,
                        Bottleneck.TAIL_DRAIN,
                        Bottleneck.IDLE_AFTER_FINISH,
                        Bottleneck.UNATTRIBUTED);
    }

    @Test
    void unionsAgreeWithCountingEveryInstant() {
        int compared = 0;
        for (int seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimelineFixture fixture = new TimelineFixture();
            BitSet busy = new BitSet();
            for (int i = 0; i < random.nextInt(12); i++) {
                int start = random.nextInt(60);
                int end = start + random.nextInt(15);
                fixture.stream(0, "stream " + random.nextInt(3), Activity.KERNEL, start, end);
                busy.set(Math.min(50, start), Math.min(50, end));
            }
            Intervals union = Intervals.union(fixture.build(0, 50, 1).lanes(), EnumSet.of(Activity.KERNEL), 0, 50);

            assertThat(union.length(0, 50)).as("seed %d", seed).isEqualTo(busy.cardinality());
            for (int i = 0; i < union.size(); i++) {
                assertThat(busy.nextClearBit((int) union.start(i))).isEqualTo((int) union.end(i));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    private static long provisioning(JobRunFacts facts) {
        return Math.round(facts.provisioningSeconds() * 1e9);
    }

    private static Timeline timeline(SplittableRandom random, int devices) {
        TimelineFixture fixture = new TimelineFixture();
        if (random.nextBoolean()) {
            fixture.epochBased();
        }
        Activity[] device = {Activity.KERNEL, Activity.COMMUNICATION, Activity.COPY};
        for (int i = 0; devices > 0 && i < random.nextInt(40); i++) {
            long start = random.nextLong(SPAN);
            String stream = "stream " + random.nextInt(3);
            fixture.stream(random.nextInt(devices), stream, device[random.nextInt(3)], start, start + length(random));
        }
        for (int i = 0; i < random.nextInt(40); i++) {
            Activity activity = HostActivity.PRIORITY.get(random.nextInt(HostActivity.PRIORITY.size()));
            long start = random.nextLong(SPAN);
            fixture.host("thread " + random.nextInt(3), activity, start, start + length(random));
        }
        for (int i = 0; i < random.nextInt(6); i++) {
            long start = random.nextLong(SPAN);
            fixture.phase(
                    random.nextInt(8) == 0 ? Activity.PROVISIONING : Activity.STEP, start, start + length(random));
        }
        return fixture.build(0, SPAN + 300_000, devices);
    }

    /** Empty, touching on a coarse grid, or anything. */
    private static long length(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 50_000;
            default -> random.nextLong(300_000);
        };
    }
}
