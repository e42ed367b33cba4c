package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Follows hypotheses and runs through the events of a ledger, one at a time, and keeps how long each stayed where. Time never runs
 * backwards: an event that says it is earlier than the one before happened with it. Not thread-safe.
 */
public final class Passage implements Consumer<EventLog.Recorded> {
    private final Map<String, Way> ways = new LinkedHashMap<>();
    private final Map<String, Flight> flights = new HashMap<>();
    private Instant first = Instant.MAX;
    private Instant now = Instant.MIN;
    private final Funnel funnel = new Funnel();
    private double slotSeconds;
    private int mostAtOnce;

    /**
     * The way of one tested hypothesis.
     *
     * @param hypothesis its id
     * @param decidedAt when its experiment ended
     * @param seconds from proposal to the end of its experiment
     * @param steps seconds by step, the review among them
     */
    public record Journey(String hypothesis, Instant decidedAt, double seconds, Map<Step, Double> steps) {}

    /**
     * A stage on the way of the patches that nobody answers for.
     *
     * @param name of the stage
     * @param entered how many came to it
     * @param left those that went no further, in order
     * @param seconds that it took, on the wall
     * @param tokens read and written by models for it
     * @param money for these
     */
    public record Gate(String name, long entered, List<Left> left, double seconds, long tokens, double money) {
        public Gate {
            left = List.copyOf(left);
        }
    }

    /** Why a hypothesis went no further. */
    public record Left(String hypothesis, String reason) {}

    private record Flight(String hypothesis, Instant since) {}

    private static final class Way {
        private final Instant proposedAt;
        private final Map<Step, Double> steps = new EnumMap<>(Step.class);
        private HypothesisState state;
        private Instant since;
        private Optional<Instant> decidedAt = Optional.empty();

        private Way(HypothesisState state, Instant at) {
            this.state = state;
            this.proposedAt = at;
            this.since = at;
        }

        private void add(Step step, double seconds) {
            steps.merge(step, seconds, Double::sum);
        }
    }

    @Override
    public void accept(EventLog.Recorded recorded) {
        first = first.equals(Instant.MAX) ? recorded.at() : first;
        now = recorded.at().isAfter(now) ? recorded.at() : now;
        Entry entry = recorded.entry();
        funnel.accept(entry);
        if (entry instanceof Entry.Proposed proposed) {
            propose(proposed.hypothesis());
        } else if (entry instanceof Entry.Moved moved) {
            move(moved.hypothesis(), moved.to());
        } else if (entry instanceof Entry.Decided decided) {
            move(entry.subject(), decided.verdict().state());
        } else if (entry instanceof Entry.ReviewAsked) {
            move(entry.subject(), HypothesisState.IN_REVIEW);
        } else if (entry instanceof Entry.RerunAsked) {
            move(entry.subject(), HypothesisState.NEEDS_RERUN);
        } else if (entry instanceof Entry.RunIntended intended) {
            RunPlan plan = intended.plan();
            flights.put(plan.key(), new Flight(plan.hypothesis(), now));
            mostAtOnce = Math.max(mostAtOnce, flights.size());
        } else if (entry instanceof Entry.RunCollected collected) {
            land(collected.key(), Optional.of(collected.result()));
        } else if (entry instanceof Entry.RunEnded ended) {
            land(ended.key(), Optional.empty());
        }
    }

    /** A planted win gets no verdict of its own; its trials hold slots. */
    private void propose(Hypothesis hypothesis) {
        boolean known = !hypothesis.evidence().isEmpty();
        if (!hypothesis.isPlanted()) {
            ways.put(hypothesis.id(), new Way(known ? HypothesisState.PROPOSED : HypothesisState.NEEDS_EVIDENCE, now));
        }
    }

    private void move(String id, HypothesisState to) {
        Way way = ways.get(id);
        if (way == null) {
            return;
        }
        double seconds = seconds(way.since, now);
        switch (way.state) {
            case BUILDING -> way.add(Step.BUILDING, seconds);
            case TESTING, CONFIRMING, NEEDS_RERUN -> way.add(Step.BETWEEN, seconds);
            case SURVIVED, IN_REVIEW -> way.add(Step.REVIEW, seconds);
            default -> way.add(Step.WAITING, seconds);
        }
        boolean wasTested = way.state.isUnderTest();
        if (wasTested && !to.isUnderTest() && way.decidedAt.isEmpty()) {
            way.decidedAt = Optional.of(now);
        }
        way.state = to;
        way.since = now;
    }

    /** A run held its slot from its intent to its end; the part in which arms ran is not between trials. */
    private void land(String key, Optional<RunResult> result) {
        Flight flight = flights.remove(key);
        if (flight == null) {
            return;
        }
        double held = seconds(flight.since(), now);
        slotSeconds += held;
        Way way = ways.get(flight.hypothesis());
        if (way == null || result.isEmpty()) {
            return;
        }
        List<ArmResult> arms = result.get().arms();
        double ran = Math.min(
                held,
                arms.stream().mapToDouble(arm -> arm.wallSeconds().orElse(0)).sum());
        double queued = arms.stream()
                .flatMap(arm -> arm.started().stream())
                .min(Instant::compareTo)
                .map(started -> Math.min(held - ran, seconds(flight.since(), started)))
                .orElse(0.0);
        way.add(Step.TRIALS, ran);
        way.add(Step.QUEUE, queued);
        way.add(Step.BETWEEN, -ran - queued);
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis() / 1000.0);
    }

    /** Tested hypotheses whose experiment is over, in order of proposal. */
    public List<Journey> journeys() {
        return ways.entrySet().stream()
                .filter(way -> way.getValue().decidedAt.isPresent())
                .map(entry -> {
                    Way way = entry.getValue();
                    Map<Step, Double> steps = new EnumMap<>(Step.class);
                    for (Step step : Step.values()) {
                        steps.put(step, Math.max(0, way.steps.getOrDefault(step, 0.0)));
                    }
                    Instant end = way.decidedAt.orElseThrow();
                    return new Journey(entry.getKey(), end, seconds(way.proposedAt, end), Map.copyOf(steps));
                })
                .toList();
    }

    /** Returns what became of the patches that nobody answers for, stage by stage; nothing where there were none. */
    public List<Gate> gates() {
        return funnel.gates();
    }

    /** Seconds from the first event to the last. */
    public double seconds() {
        return first.equals(Instant.MAX) ? 0 : seconds(first, now);
    }

    /** Time of the newest event; {@link Instant#MIN} before the first. */
    Instant newest() {
        return now;
    }

    /** Seconds that runs were in flight, one by one. */
    public double slotSeconds() {
        return slotSeconds;
    }

    /** Most runs that were in flight at once. */
    public int mostAtOnce() {
        return mostAtOnce;
    }
}
