package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.analysis.RankComparison.Skew;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RankComparisonTest {
    private static final long US = 1_000;
    private static final long TRANSFER = 100 * US;

    @Test
    void theShortestDurationIsTheTransferAndTheRestWaitsForTheLast() {
        RankComparison comparison = RankComparison.of(List.of(
                new NamedTimeline("a", 0, collectives(0, 300 * US)),
                new NamedTimeline("b", 1, collectives(200 * US, TRANSFER))));
        assertThat(comparison.matched()).isEqualTo(1);
        assertThat(comparison.ranks())
                .extracting(RankComparison.Rank::transferNanos)
                .containsExactly(TRANSFER, TRANSFER);
        assertThat(comparison.ranks())
                .extracting(RankComparison.Rank::skewWaitNanos)
                .containsExactly(200 * US, 0L);
        assertThat(comparison.ranks())
                .extracting(RankComparison.Rank::causedWaitNanos)
                .containsExactly(0L, 200 * US);
        assertThat(comparison.worst())
                .containsExactly(new RankComparison.Collective("ncclAllReduce", 300 * US, TRANSFER, 200 * US, 1));
        assertThat(comparison.sameLastRankShare()).isEqualTo(1.0);
        assertThat(comparison.skew()).as("one collective says nothing").isEqualTo(Skew.UNKNOWN);
    }

    @Test
    void waitsBehindAKernelAreNotExposed() {
        RankComparison comparison = RankComparison.of(List.of(
                new NamedTimeline(
                        "a",
                        0,
                        new TraceFixture()
                                .work(0, 8, Activity.COMMUNICATION, "ncclAllReduce", 0, 300 * US, -1)
                                .kernel(50 * US, 120 * US, -1)
                                .build()),
                new NamedTimeline(
                        "b",
                        1,
                        new TraceFixture()
                                .work(0, 8, Activity.COMMUNICATION, "ncclAllReduce", 200 * US, 300 * US, -1)
                                .kernel(0, 10 * US, -1)
                                .build())));
        assertThat(comparison.ranks())
                .extracting(RankComparison.Rank::skewWaitExposedNanos)
                .containsExactly(130 * US, 0L);
        assertThat(comparison.skewWaitShare()).isCloseTo(130 / 600., within(1e-12));
        assertThat(comparison.metrics()).containsOnlyKeys("same_last_rank_frac", "skew_wait_frac");
    }

    @ParameterizedTest
    @CsvSource({"0, SAME_RANK", "-1, ROTATING"})
    void thePlantedSlowRankIsFoundUnderAnyClock(int slow, Skew expected) {
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            int ranks = 4;
            List<TraceFixture> traces = new ArrayList<>();
            long[] clocks = new long[ranks];
            for (int r = 0; r < ranks; r++) {
                traces.add(new TraceFixture());
                clocks[r] = r == 0 ? 0 : random.nextInt(2_000_000_000) - 1_000_000_000L;
            }
            long end = 1_000_000_000;
            long waited = 0;
            for (int i = 0; i < 40; i++) {
                end += 1_000 * US + random.nextInt(3_000_000);
                int late = slow >= 0 ? slow : i % ranks;
                for (int r = 0; r < ranks; r++) {
                    long early = r == late ? 0 : 50 * US + random.nextInt(200_000);
                    long jitter = random.nextInt(4000);
                    traces.get(r)
                            .work(
                                    0,
                                    8,
                                    Activity.COMMUNICATION,
                                    i % 3 == 0 ? "ncclAllGather" : "ncclAllReduce",
                                    end - TRANSFER - early + clocks[r] + jitter,
                                    end + clocks[r] + jitter,
                                    -1);
                    waited += early;
                }
            }
            List<NamedTimeline> named = new ArrayList<>();
            for (int r = ranks - 1; r >= 0; r--) {
                named.add(new NamedTimeline("rank " + r, r, traces.get(r).build()));
            }
            RankComparison comparison = RankComparison.of(named);
            assertThat(comparison.matched()).isEqualTo(40);
            assertThat(comparison.unmatched()).isZero();
            assertThat(comparison.skew()).isEqualTo(expected);
            assertThat(comparison.ranks().stream()
                            .mapToLong(RankComparison.Rank::skewWaitNanos)
                            .sum())
                    .isEqualTo(waited);
            for (int r = 1; r < ranks; r++) {
                assertThat(comparison.ranks().get(r).clockOffsetNanos()).isBetween(clocks[r] - 8000, clocks[r] + 8000);
            }
        }
    }

    @Test
    void collectivesThatOneRankDidNotRecordAreLeftOutAndSaid() {
        TraceFixture first = new TraceFixture();
        TraceFixture second = new TraceFixture();
        Random random = new Random(3);
        long end = 0;
        for (int i = 0; i < 30; i++) {
            end += 1_000 * US + random.nextInt(2_000_000);
            first.work(0, 8, Activity.COMMUNICATION, "nccl", end - TRANSFER - 20 * US, end, -1);
            if (i % 5 != 0) {
                second.work(0, 8, Activity.COMMUNICATION, "nccl", end - TRANSFER + 77, end + 77, -1);
            }
        }
        RankComparison comparison = RankComparison.of(
                List.of(new NamedTimeline("a", 0, first.build()), new NamedTimeline("b", 1, second.build())));
        assertThat(comparison.matched()).isEqualTo(24);
        assertThat(comparison.unmatched()).isEqualTo(6);
        assertThat(comparison.findings()).anyMatch(finding -> finding.startsWith("left out 6 collectives of rank 0"));
        assertThat(comparison.ranks().get(0).skewWaitNanos()).isEqualTo(24 * 20 * US);
    }

    @Test
    void missingRanksAreSaid() {
        RankComparison comparison = RankComparison.of(
                List.of(
                        new NamedTimeline("a", 1, collectives(200 * US, TRANSFER)),
                        new NamedTimeline("b", 3, collectives(200 * US, TRANSFER))),
                5);
        assertThat(comparison.missing()).containsExactly(0, 2, 4);
        assertThat(comparison.findings()).anyMatch(finding -> finding.startsWith("3 of 5 ranks are missing (0, 2, 4)"));
        assertThat(comparison.skew()).isEqualTo(Skew.BALANCED);
        assertThat(comparison.sameLastRankShare()).isNull();
        assertThat(comparison.metrics()).containsOnlyKeys("skew_wait_frac");
    }

    @Test
    void oneRankOrNoneIsComparedWithNothing() {
        assertThat(RankComparison.of(List.of()).ranks()).isEmpty();
        RankComparison one = RankComparison.of(List.of(new NamedTimeline("a", 0, collectives(200 * US, TRANSFER))));
        assertThat(one.matched()).isZero();
        assertThat(one.metrics()).isEmpty();
    }

    @Test
    void twoOfOneNumberAreRefused() {
        NamedTimeline rank = new NamedTimeline("a", 0, collectives(200 * US, TRANSFER));
        assertThatThrownBy(() -> RankComparison.of(List.of(rank, rank)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank 0 is given twice");
    }

    @ParameterizedTest
    @CsvSource({
        "dlrm_8rank_worker3.json.gz, 3",
        "sampled_rank-1.json.gz, 1",
        "rank-12.Apr_03.1102.pt.trace.json, 12",
        "host_rank_7.json, 7"
    })
    void fileNamesTellTheRank(String name, int rank) {
        assertThat(NamedTimeline.rankOf(name)).hasValue(rank);
        assertThat(NamedTimeline.rankOf("trace.json")).isEmpty();
    }

    private static Timeline collectives(long start, long duration) {
        return new TraceFixture()
                .work(0, 8, Activity.COMMUNICATION, "ncclAllReduce", start, start + duration, -1)
                .build();
    }
}
