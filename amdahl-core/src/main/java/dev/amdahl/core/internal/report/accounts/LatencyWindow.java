package dev.amdahl.core.internal.report.accounts;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Time from a hypothesis to its verdict, over the verdicts of a window that ends with the newest event.
 *
 * @param days length of the window; empty for the whole ledger
 * @param verdicts experiments that ended in it
 * @param median seconds, p50 by nearest rank; empty without a verdict
 * @param p90 seconds, p90 by nearest rank; empty without a verdict
 */
public record LatencyWindow(OptionalInt days, int verdicts, OptionalDouble median, OptionalDouble p90) {
    private static final List<Integer> LENGTHS = List.of(7, 28);

    /** Returns the last 7 and 28 days, and all. */
    static List<LatencyWindow> of(List<Passage.Journey> journeys, Instant newest) {
        Stream<LatencyWindow> last = LENGTHS.stream().map(days -> {
            Instant from = newest.minus(Duration.ofDays(days));
            return of(
                    OptionalInt.of(days),
                    journeys.stream()
                            .filter(journey -> !journey.decidedAt().isBefore(from))
                            .toList());
        });
        return Stream.concat(last, Stream.of(of(OptionalInt.empty(), journeys))).toList();
    }

    private static LatencyWindow of(OptionalInt days, List<Passage.Journey> journeys) {
        double[] seconds =
                journeys.stream().mapToDouble(Passage.Journey::seconds).sorted().toArray();
        return new LatencyWindow(days, seconds.length, rank(seconds, .5), rank(seconds, .9));
    }

    private static OptionalDouble rank(double[] sorted, double quantile) {
        return Arrays.stream(sorted)
                .skip(Math.max(0, (long) Math.ceil(quantile * sorted.length) - 1))
                .findFirst();
    }
}
