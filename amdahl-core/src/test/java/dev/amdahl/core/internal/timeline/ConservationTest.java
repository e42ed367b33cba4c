package dev.amdahl.core.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ConservationTest {
    private static final int SEEDS = 10_000;
    private static final long SPAN = 2_000_000;

    @Test
    void everyAllocatedNanosecondIsCountedOnce() {
        Set<Bottleneck> seen = EnumSet.noneOf(Bottleneck.class);
        List<Integer> lost = new ArrayList<>();
        int joined = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Timeline timeline = JobDraft.of(random);
            joined += timeline instanceof JobTimeline ? 1 : 0;
            long start = random.nextLong(SPAN);
            JobRunFacts facts = new JobRunFacts(
                    "seed " + seed,
                    Instant.ofEpochSecond(0, start),
                    Instant.ofEpochSecond(0, start + random.nextLong(2 * SPAN)),
                    random.nextInt(3),
                    random.nextInt(2),
                    1 + random.nextInt(4),
                    OptionalInt.empty());

            Attribution attribution = Attribution.of(timeline, facts, Thresholds.DEFAULT);

            long sum = 0;
            for (Bottleneck bottleneck : Bottleneck.values()) {
                sum += attribution.nanos(bottleneck);
                if (attribution.nanos(bottleneck) > 0) {
                    seen.add(bottleneck);
                }
            }
            long provisioning = provisioning(facts, timeline, start);
            long wall = Math.max(facts.wallNanos(), attribution.wallNanos() - provisioning) + provisioning;
            double wallSeconds = attribution.accounts().stream()
                    .mapToDouble(Account::wallSeconds)
                    .sum();
            if (attribution.wallNanos() != wall
                    || sum != attribution.accelerators() * wall
                    || Math.abs(wallSeconds - wall / 1e9 - queue(facts, timeline, start)) > 1e-9) {
                lost.add(seed);
            }
        }
        assertThat(lost).as("seeds whose seconds do not add up").isEmpty();
        assertThat(joined).isGreaterThan(1_000);
        Set<Bottleneck> firstPass = EnumSet.allOf(Bottleneck.class);
        firstPass.removeIf(one -> one.kind() == Bottleneck.Kind.RELABEL || one.kind() == Bottleneck.Kind.FINDING);
        firstPass.removeAll(Set.of(Bottleneck.QUEUE_WAIT, Bottleneck.PIPELINE_BUBBLE));
        assertThat(seen).containsAll(firstPass);
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
            Spans union = LaneSpans.union(fixture.build(0, 50, 1).lanes(), EnumSet.of(Activity.KERNEL), 0, 50);

            assertThat(union.length(0, 50)).as("seed %d", seed).isEqualTo(busy.cardinality());
            for (int i = 0; i < union.size(); i++) {
                assertThat(busy.nextClearBit((int) union.start(i))).isEqualTo((int) union.end(i));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    private static long provisioning(JobRunFacts facts, Timeline timeline, long start) {
        long given = Math.round(facts.provisioningSeconds() * 1e9);
        return given > 0 || !timeline.isEpochBased() ? given : marked(timeline, Activity.PROVISIONING, start);
    }

    private static double queue(JobRunFacts facts, Timeline timeline, long start) {
        boolean isMarked = facts.queueSeconds() == 0 && timeline.isEpochBased();
        return isMarked ? marked(timeline, Activity.QUEUE, start) / 1e9 : facts.queueSeconds();
    }

    /** Nanoseconds of a phase before the process started, counted one by one. */
    private static long marked(Timeline timeline, Activity phase, long start) {
        BitSet held = new BitSet();
        long offset = 10 * SPAN;
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                if (lane.activity(i) == phase && lane.start(i) < start) {
                    held.set((int) (offset + lane.start(i)), (int) (offset + Math.min(start, lane.end(i))));
                }
            }
        }
        return held.cardinality();
    }
}
