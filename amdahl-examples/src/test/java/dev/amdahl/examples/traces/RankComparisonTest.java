package dev.amdahl.examples.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.timeline.analysis.NamedTimeline;
import dev.amdahl.core.internal.timeline.analysis.RankComparison;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several recorded ranks of one job; the figures were taken from the files by hand. */
final class RankComparisonTest {
    @Test
    void theRecommendersRankTwoMakesTheOthersWait() {
        List<NamedTimeline> ranks = IntStream.range(0, 4)
                .mapToObj(rank -> "dlrm_8rank_worker" + rank + ".json.gz")
                .map(file ->
                        new NamedTimeline(file, NamedTimeline.rankOf(file).orElseThrow(), RecordedTraces.kineto(file)))
                .toList();
        RankComparison comparison = RankComparison.of(ranks, 8);
        assertThat(comparison.matched()).isEqualTo(8);
        assertThat(comparison.unmatched()).isZero();
        assertThat(comparison.contested()).isEqualTo(6);
        assertThat(comparison.missing()).containsExactly(4, 5, 6, 7);
        assertThat(comparison.skew()).isEqualTo(RankComparison.Skew.SAME_RANK);
        assertThat(comparison.sameLastRankShare()).isEqualTo(5 / 6.);
        assertThat(comparison.ranks()).extracting(RankComparison.Rank::last).containsExactly(0, 0, 5, 1);
        assertThat(comparison.worst().get(0).transferNanos()).isEqualTo(518_000);
        assertThat(comparison.worst().get(0).waitNanos())
                .as("durations 2,146, 7,635, 518 and 6,132 us")
                .isEqualTo(14_359_000);
        assertThat(comparison.ranks())
                .extracting(RankComparison.Rank::clockOffsetNanos)
                .allSatisfy(offset -> assertThat(offset).isBetween(-5_000L, 5_000L));
        assertThat(comparison.findings()).anyMatch(finding -> finding.contains("rank 2 enters 5 of 6"));
    }

    @Test
    void ofTwoSampledRanksOnlyCollectivesThatEndTogetherAreCompared() {
        RankComparison comparison = RankComparison.of(List.of(
                new NamedTimeline("first", 0, RecordedTraces.kineto("sampled_rank-0.json.gz")),
                new NamedTimeline("second", 1, RecordedTraces.kineto("sampled_rank-1.json.gz"))));
        assertThat(comparison.matched()).isEqualTo(5);
        assertThat(comparison.unmatched()).isEqualTo(5);
        assertThat(comparison.findings()).anyMatch(finding -> finding.startsWith("left out 5 collectives of rank 0"));
    }
}
