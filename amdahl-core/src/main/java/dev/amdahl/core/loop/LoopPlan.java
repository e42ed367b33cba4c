package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a loop would run, before it runs it. What only its runs can tell is not in it: ideas of models and of dreams, planted wins, trials
 * that have to be repeated, and what a promoted change makes of those after it. Immutable and thread-safe.
 *
 * @param jobs in the order in which they are measured
 * @param balance the budget and what is used of it
 * @param notes what the loop would say
 */
public record LoopPlan(List<Job> jobs, Balance balance, List<String> notes) {
    private static final double SECONDS_PER_HOUR = 3600;

    public LoopPlan {
        jobs = List.copyOf(jobs);
        notes = List.copyOf(notes);
    }

    /** A figure and its bounds. */
    public record Span(double fewest, double expected, double most) {
        /** Nothing. */
        public static final Span NONE = new Span(0, 0, 0);

        /** Returns both together: the ends are added. */
        public Span plus(Span other) {
            return new Span(fewest + other.fewest, expected + other.expected, most + other.most);
        }

        /** Returns so many times as much. */
        public Span times(double factor) {
            return new Span(factor * fewest, factor * expected, factor * most);
        }
    }

    /**
     * How long a run of a job takes.
     *
     * @param seconds the length, or the limit where it is not known
     * @param isKnown whether it is the length
     * @param from what it is taken from, in words
     */
    public record Length(double seconds, boolean isKnown, String from) {}

    /**
     * An experiment that runs or would be opened.
     *
     * @param place of all experiments, in the order in which they are opened, from 1
     * @param id of the hypothesis
     * @param title of the hypothesis
     * @param isRunning whether it is being tested already
     * @param design where its pairs come from
     * @param reason why from there
     * @param pairs that are still to be run, the one that warms up not counted
     * @param hours accelerator-hours of them, warm-up and checks on whole runs included
     */
    public record Experiment(
            int place,
            String id,
            String title,
            boolean isRunning,
            Design design,
            String reason,
            Span pairs,
            Span hours) {}

    /**
     * A change that would not be tried.
     *
     * @param title of the hypothesis
     * @param reason why
     */
    public record LeftOut(String title, String reason) {}

    /**
     * What would be run of one job.
     *
     * @param spec the job
     * @param length of one of its runs
     * @param isDiagnosed whether a profile says what its time goes into; without one all that it declares is planned
     * @param evidenceRuns traced runs that its diagnosis still takes
     * @param noise pairs of unchanged runs that its noise still takes
     * @param sigma sd of the log ratio of a pair
     * @param noiseFrom what that is taken from, in words
     * @param measuring accelerator-hours of the evidence and noise runs
     * @param experiments in the order in which they are opened
     * @param leftOut what would not be tried
     */
    public record Job(
            JobSpec spec,
            Length length,
            boolean isDiagnosed,
            int evidenceRuns,
            int noise,
            double sigma,
            String noiseFrom,
            Span measuring,
            List<Experiment> experiments,
            List<LeftOut> leftOut) {
        public Job {
            experiments = List.copyOf(experiments);
            leftOut = List.copyOf(leftOut);
        }

        /** Returns the accelerator-hours of all of it; only an upper bound where the length of a run is not known. */
        public Span acceleratorHours() {
            return experiments.stream().map(Experiment::hours).reduce(measuring, Span::plus);
        }

        /** Returns the hours of its hosts, or of its groups of hosts where a run takes several. */
        public Span hostHours() {
            return acceleratorHours().times(1.0 / spec.accelerators().count());
        }

        /** Returns the price of all of it, in the currency of the job; empty where the job names none. */
        public Optional<Span> money() {
            return spec.price().map(price -> acceleratorHours().times(price.perAcceleratorHour()));
        }

        /** Returns whether only an upper bound of its hours is known. */
        public boolean isBoundOnly() {
            return !length.isKnown() && acceleratorHours().most() > 0;
        }
    }

    /** Returns the accelerator-hours of all jobs; only an upper bound where {@link #isBoundOnly()}. */
    public Span acceleratorHours() {
        return jobs.stream().map(Job::acceleratorHours).reduce(Span.NONE, Span::plus);
    }

    /** Returns the hours of the hosts of all jobs; only an upper bound where {@link #isBoundOnly()}. */
    public Span hostHours() {
        return jobs.stream().map(Job::hostHours).reduce(Span.NONE, Span::plus);
    }

    /** Returns the price of all jobs that name one, by currency. */
    public Map<String, Span> money() {
        Map<String, Span> sums = new TreeMap<>();
        for (Job job : jobs) {
            job.money()
                    .ifPresent(money ->
                            job.spec().price().ifPresent(price -> sums.merge(price.currency(), money, Span::plus)));
        }
        return Collections.unmodifiableMap(sums);
    }

    /** Returns the number of experiments. */
    public int experiments() {
        return jobs.stream().mapToInt(job -> job.experiments().size()).sum();
    }

    /** Returns the number of runs that only measure, two to a pair. */
    public int measuringRuns() {
        return jobs.stream()
                .mapToInt(job -> job.evidenceRuns() + 2 * job.noise())
                .sum();
    }

    /** Returns whether the length of a run of some job is not known. */
    public boolean isBoundOnly() {
        return jobs.stream().anyMatch(Job::isBoundOnly);
    }

    /** Returns what all of it takes from the budget, as expected. */
    public Amounts expected() {
        return amounts(false);
    }

    /** Returns what all of it takes from the budget at most. */
    public Amounts most() {
        return amounts(true);
    }

    private Amounts amounts(boolean isMost) {
        Amounts sum = Amounts.NONE;
        for (Job job : jobs) {
            Span hours = job.acceleratorHours();
            sum = sum.plus(Amounts.accelerators(
                    SECONDS_PER_HOUR * (isMost ? hours.most() : hours.expected()),
                    job.spec().price().map(Price::perAcceleratorHour).orElse(0.0)));
        }
        return sum;
    }
}
