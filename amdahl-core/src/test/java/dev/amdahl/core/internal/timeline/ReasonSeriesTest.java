package dev.amdahl.core.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ReasonSeriesTest {
    private static final int SEEDS = 1_000;
    private static final long SPAN = 2_000_000;
    private static final long MS = 1_000_000;

    @Test
    void everyClassLiesSomewhereForAsLongAsItIsAccountedFor() {
        Set<Bottleneck> seen = EnumSet.noneOf(Bottleneck.class);
        List<String> wrong = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Timeline timeline = JobDraft.of(random);
            long start = random.nextLong(SPAN);
            JobRunFacts facts = new JobRunFacts(
                    "seed " + seed,
                    Instant.ofEpochSecond(0, start),
                    Instant.ofEpochSecond(0, start + random.nextLong(2 * SPAN)),
                    0,
                    0,
                    1,
                    OptionalInt.empty());
            ReasonSeries series = ReasonSeries.of(timeline, Optional.of(facts), 1 + random.nextInt(50));
            Attribution counted = series.attribution();
            if (counted.devices().isEmpty()) {
                continue;
            }
            long beside = counted.accelerators() * counted.window().uncovered();
            for (Bottleneck bottleneck : Bottleneck.values()) {
                long nanos = counted.nanos(bottleneck)
                        - (bottleneck == Bottleneck.UNATTRIBUTED ? beside : 0)
                        - (bottleneck == Bottleneck.PROVISIONING
                                ? counted.accelerators() * counted.window().provisioning()
                                : 0);
                if (Math.abs(series.seconds(bottleneck) - nanos / 1e9) > 1e-12) {
                    wrong.add("seed " + seed + " " + bottleneck);
                }
                if (nanos > 0) {
                    seen.add(bottleneck);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).hasSizeGreaterThan(12);
    }

    @Test
    void aGapIsWhereItsCauseWas() {
        Timeline timeline = new TimelineFixture()
                .device(0, Activity.KERNEL, 0, 10 * MS)
                .device(0, Activity.KERNEL, 20 * MS, 30 * MS)
                .host(Activity.HOST_CODE, 10 * MS, 20 * MS)
                .host(Activity.CHECKPOINT, 14 * MS, 16 * MS)
                .build(0, 30 * MS, 1);

        ReasonSeries series = ReasonSeries.of(timeline, Optional.empty(), 15);

        for (int window = 0; window < 15; window++) {
            Bottleneck expected = window == 7
                    ? Bottleneck.CHECKPOINT_STALL
                    : window >= 5 && window < 10 ? Bottleneck.HOST_SERIAL : Bottleneck.PRODUCTIVE;
            assertThat(series.share(0, expected, window)).as("window " + window).isCloseTo(1, within(1e-9));
        }
    }
}
