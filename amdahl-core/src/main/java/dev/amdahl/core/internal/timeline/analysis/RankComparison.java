package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Several ranks of one job beside each other. A collective is matched when every given rank has one of its name that ended with it;
 * its shortest duration over the ranks is the transfer, what a rank spent beyond that it waited for the last one to enter, and the
 * one with the shortest duration entered last.
 *
 * @param ranks by number
 * @param missing numbers of ranks that were not given; as a missing one may have been later, transfers are upper bounds then
 * @param matched collectives found on all given ranks
 * @param unmatched collectives found on the first rank and not on all others
 * @param contested matched ones whose durations differ by more than 10 us: less is noise, and nobody entered last
 * @param sameLastRankShare share of the contested ones that the rank which is last most often enters last; null without any
 * @param skewWaitShare waits without a compute kernel beside them over the spans of all timelines; null without a matched one
 * @param skew what follows
 * @param worst the collectives with the longest waits, at most ten
 * @param findings in words
 */
public record RankComparison(
        @JsonProperty("ranks") List<Rank> ranks,
        @JsonProperty("missing_ranks") List<Integer> missing,
        @JsonProperty("matched_collectives") int matched,
        @JsonProperty("unmatched_collectives") int unmatched,
        @JsonProperty("contested_collectives") int contested,
        @JsonProperty("same_last_rank_share") @Nullable Double sameLastRankShare,
        @JsonProperty("skew_wait_share") @Nullable Double skewWaitShare,
        @JsonProperty("skew") Skew skew,
        @JsonProperty("worst_collectives") List<Collective> worst,
        @JsonProperty("findings") List<String> findings) {
    public RankComparison {
        ranks = List.copyOf(ranks);
        missing = List.copyOf(missing);
        worst = List.copyOf(worst);
        findings = List.copyOf(findings);
    }

    /** Who makes the others wait. */
    public enum Skew {
        /** Too few ranks or contested collectives to say. */
        UNKNOWN,
        /** Exposed waits are less than 1 % of the spans. */
        BALANCED,
        /** One rank is last in at least half of the collectives, and clearly more often than its turn: look at its node. */
        SAME_RANK,
        /** The last one changes: the work is not balanced. */
        ROTATING
    }

    /**
     * One rank.
     *
     * @param device its device work; null if it has none
     * @param transferNanos its matched collectives at their shortest duration over the ranks
     * @param skewWaitNanos what its matched collectives took beyond that
     * @param skewWaitExposedNanos of it, the part without a compute kernel beside it
     * @param last contested collectives that it entered last
     * @param causedWaitNanos waits of all others in those
     * @param clockOffsetNanos how far its clock is ahead of the first rank's, from the ends of collectives; null if unknown
     * @param clockSpreadNanos ends agreed to this after that
     */
    public record Rank(
            @JsonProperty("rank") int rank,
            @JsonProperty("name") String name,
            @JsonProperty("device") @Nullable Overlap device,
            @JsonProperty("transfer_ns") long transferNanos,
            @JsonProperty("skew_wait_ns") long skewWaitNanos,
            @JsonProperty("skew_wait_exposed_ns") long skewWaitExposedNanos,
            @JsonProperty("last") int last,
            @JsonProperty("caused_wait_ns") long causedWaitNanos,
            @JsonProperty("clock_offset_ns") @Nullable Long clockOffsetNanos,
            @JsonProperty("clock_spread_ns") @Nullable Long clockSpreadNanos) {}

    /**
     * One matched collective.
     *
     * @param name untrusted text
     * @param endNanos from the first instant of the first rank's timeline
     * @param transferNanos the shortest duration over the ranks
     * @param waitNanos waits of all ranks, added up
     * @param lastRank the one that entered last
     */
    public record Collective(
            @JsonProperty("name") String name,
            @JsonProperty("end_ns") long endNanos,
            @JsonProperty("transfer_ns") long transferNanos,
            @JsonProperty("wait_ns") long waitNanos,
            @JsonProperty("last_rank") int lastRank) {}

    /** Compares ranks; those missing between 0 and the highest given number are said. */
    public static RankComparison of(List<NamedTimeline> ranks) {
        int highest = ranks.stream().mapToInt(NamedTimeline::rank).max().orElse(-1);
        return of(ranks, highest + 1);
    }

    /**
     * Compares ranks.
     *
     * @param all how many ranks the job has
     * @throws IllegalArgumentException if two have one number, or a number is not below {@code all}
     */
    public static RankComparison of(List<NamedTimeline> ranks, int all) {
        return new SkewTally(ranks, all).comparison();
    }

    /** Returns the figures of the idea vocabulary; what was not measured is absent. */
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = new TreeMap<>();
        optional(sameLastRankShare).ifPresent(share -> metrics.put("same_last_rank_frac", share));
        optional(skewWaitShare).ifPresent(share -> metrics.put("skew_wait_frac", share));
        return metrics;
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
