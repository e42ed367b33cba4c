package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.roi.ThroughputLimits;
import dev.amdahl.core.ledger.view.LedgerView;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How fast verdicts come, and what bounds them.
 *
 * @param verdicts experiments that are over
 * @param days from the first event to the last
 * @param latencies from hypothesis to verdict, by window; the whole ledger last
 * @param steps mean seconds of a verdict by step
 * @param utilisation share of the slots' time in which runs were in flight
 * @param limits what bounds verdicts a day
 */
public record Throughput(
        int verdicts,
        double days,
        List<LatencyWindow> latencies,
        Map<Step, Double> steps,
        double utilisation,
        ThroughputLimits limits) {
    private static final double DAY = 86_400;
    private static final double HOUR = 3600;

    public Throughput {
        latencies = List.copyOf(latencies);
    }

    /** Empty before the first verdict. */
    static Optional<Throughput> of(LedgerView view, Passage passage, Spent spent) {
        List<Passage.Journey> journeys = passage.journeys();
        if (journeys.isEmpty() || !(passage.slotSeconds() > 0)) {
            return Optional.empty();
        }
        int count = journeys.size();
        Map<Step, Double> steps = new EnumMap<>(Step.class);
        for (Step step : Step.values()) {
            steps.put(
                    step,
                    journeys.stream()
                            .mapToDouble(journey -> journey.steps().getOrDefault(step, 0.0))
                            .average()
                            .orElse(0));
        }
        int slots = Math.max(1, passage.mostAtOnce());
        double perDay = view.balance().budget().perDay().acceleratorHours();
        double hours = spent.hours() / count;
        double other = steps.getOrDefault(Step.BUILDING, 0.0) + steps.getOrDefault(Step.BETWEEN, 0.0);
        ThroughputLimits limits = new ThroughputLimits(
                slots,
                view.balance().budget().experimentsInFlight(),
                passage.slotSeconds() / HOUR / count,
                other / HOUR,
                Double.isInfinite(perDay) || !(hours > 0) ? OptionalDouble.empty() : OptionalDouble.of(perDay / hours),
                count / Math.max(passage.seconds(), 1) * DAY);
        return Optional.of(new Throughput(
                count,
                passage.seconds() / DAY,
                LatencyWindow.of(journeys, passage.newest()),
                steps,
                passage.slotSeconds() / (slots * Math.max(passage.seconds(), 1)),
                limits));
    }

    /** Returns the step before the verdict that takes the longest on average. */
    public Step longest() {
        return steps.entrySet().stream()
                .filter(step -> step.getKey() != Step.REVIEW)
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    /** Of the whole ledger. */
    public LatencyWindow latency() {
        return latencies.get(latencies.size() - 1);
    }
}
