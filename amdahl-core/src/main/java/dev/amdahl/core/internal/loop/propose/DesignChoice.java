package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.steps.SteadyPart;
import dev.amdahl.core.internal.steps.StepNoise;
import dev.amdahl.core.internal.steps.Windows;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Switch;
import dev.amdahl.spi.job.MetricSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Chooses where the pairs of an experiment come from: the cheapest source that the policy, the job and the change allow. */
final class DesignChoice {
    /** Pairs of a change without effect, as a rule; a win takes 14 or more. */
    private static final int PAIRS = 24;

    private static final double SECONDS_PER_HOUR = 3600;
    /** Whole runs that check whether what probes showed carries over. */
    private static final int TRANSFER_RUNS = 4;

    private static final double MIN_SHARE = .01;
    /** Classes whose time lies before, after or between what a probe repeats. */
    private static final Set<Bottleneck> BEYOND_PROBES = EnumSet.of(
            Bottleneck.QUEUE_WAIT,
            Bottleneck.PROVISIONING,
            Bottleneck.WARMUP,
            Bottleneck.CHECKPOINT_STALL,
            Bottleneck.PERIODIC_SIDE_WORK,
            Bottleneck.TAIL_DRAIN,
            Bottleneck.IDLE_AFTER_FINISH,
            Bottleneck.FAILURE_REWORK,
            Bottleneck.OVER_ALLOCATION,
            Bottleneck.MEMORY_CAPACITY);
    /** A job that takes longer is too expensive to be run some 50 times without asking. */
    private static final double LONG_SECONDS = 600;

    private final Cycle cycle;
    private final JobSpec job;
    private final Measurements measured;
    private final Optional<Duration> assumed;

    DesignChoice(Cycle cycle, JobSpec job, Measurements measured) {
        this(cycle, job, measured, Optional.empty());
    }

    /** With the length of a run that nobody has measured, where it is given. */
    DesignChoice(Cycle cycle, JobSpec job, Measurements measured, Optional<Duration> assumed) {
        this.cycle = cycle;
        this.job = job;
        this.measured = measured;
        this.assumed = assumed;
    }

    /**
     * A source of pairs and what they take, in accelerator-hours that would not be spent without it.
     *
     * @param sampling the source
     * @param pairs that a verdict takes, as a rule
     * @param runHours of one run by it
     * @param besides what a win takes beside its pairs
     */
    record Offer(Sampling sampling, double pairs, double runHours, double besides) {
        /** Returns what a verdict takes, as a rule. */
        double hours() {
            return hours(pairs) + besides;
        }

        /** Returns what so many pairs take. */
        double hours(double of) {
            int inOneRun = sampling.windowPairs();
            return runHours * (inOneRun == 0 ? 2 * of : Math.ceil(of / inOneRun));
        }
    }

    /** Returns what is said of a hypothesis that nothing allows to be tested. */
    static String waits(Hypothesis hypothesis) {
        return hypothesis.family() + ": " + hypothesis.id()
                + " waits: policy.designs allows no source of pairs that the job and the change do;"
                + " add whole";
    }

    /** Returns how a hypothesis is to be tested; empty if the policy allows nothing that the job and the change do. */
    Optional<Sampling> choose(Hypothesis hypothesis) {
        List<Offer> offers = offers(hypothesis);
        return offers.stream().findFirst().map(first -> explained(first, offers));
    }

    /** Returns all that the policy, the job and the change allow, the cheapest first. */
    List<Offer> offers(Hypothesis hypothesis) {
        return Stream.of(field(hypothesis), windows(hypothesis), probe(hypothesis), whole())
                .flatMap(Optional::stream)
                .filter(offer -> cycle.policy().designs().contains(offer.sampling.design()))
                .sorted(Comparator.comparingDouble(Offer::hours))
                .toList();
    }

    private static Sampling explained(Offer chosen, List<Offer> all) {
        List<String> prices = new ArrayList<>();
        for (Offer offer : all) {
            prices.add(offer.sampling.design().text() + " about " + hours(offer.hours()));
        }
        return chosen.sampling.because(chosen.sampling.reason() + (all.size() > 1 ? "; cheapest of " : "; ")
                + String.join(", ", prices) + " of extra accelerator time");
    }

    private Optional<Offer> whole() {
        return Optional.of(new Offer(
                Sampling.of(Design.WHOLE, "whole runs can test every change"), expectedPairs(), runHours(), 0));
    }

    /** Probes whose steps were timed, of a change that shows in them. */
    private Optional<Offer> probe(Hypothesis hypothesis) {
        List<ArmResult> probes = measured.design() != Design.PROBE
                ? List.of()
                : arms(measured.noise())
                        .filter(arm -> SteadyPart.figure(arm).isPresent())
                        .toList();
        if (probes.isEmpty()
                || BEYOND_PROBES.contains(hypothesis.bottleneck())
                || Allocation.isChangedBy(hypothesis)
                || job.metric().equals(MetricSpec.ACCELERATOR_JOULES)) {
            return Optional.empty();
        }
        int cut = (int) probes.stream()
                .mapToDouble(arm -> SteadyPart.cut(arm).orElse(0))
                .max()
                .orElse(0);
        double seconds = median(probes, ArmResult::wallSeconds).orElse(0);
        double share = steadyShare(probes);
        String reason = String.format(
                Locale.ROOT,
                "probes of %.3g s time the steady part, %.0f %% of a whole run; 2 pairs of whole runs check that it carries over",
                seconds,
                100 * share);
        double hours = seconds * job.accelerators().count() / SECONDS_PER_HOUR;
        return Optional.of(
                new Offer(Sampling.probes(cut, share, reason), expectedPairs(), hours, TRANSFER_RUNS * runHours()));
    }

    /** Returns the share of a whole run: as its steps say, else all but what a probe takes beside its own. */
    private double steadyShare(List<ArmResult> probes) {
        OptionalDouble told = median(
                arms(measured.evidence())
                        .filter(arm -> SteadyPart.seconds(arm).isPresent())
                        .toList(),
                arm -> OptionalDouble.of(
                        SteadyPart.seconds(arm).orElse(0) / arm.wallSeconds().orElse(Double.POSITIVE_INFINITY)));
        double beside = median(probes, ArmResult::wallSeconds).orElse(0)
                - median(probes, SteadyPart::seconds).orElse(0);
        double share = told.orElse(1 - beside / runSeconds().orElse(Double.POSITIVE_INFINITY));
        return Math.min(1, Math.max(MIN_SHARE, share));
    }

    private static Stream<ArmResult> arms(List<Run> runs) {
        return runs.stream()
                .map(Run::result)
                .flatMap(Optional::stream)
                .flatMap(result -> result.arms().stream())
                .filter(arm -> arm.isSuccess() && arm.wallSeconds().isPresent());
    }

    private static OptionalDouble median(List<ArmResult> arms, Function<ArmResult, OptionalDouble> figure) {
        double[] values =
                arms.stream().flatMapToDouble(arm -> figure.apply(arm).stream()).toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(values));
    }

    /** Windows of two runs, of a change that the job can make while it runs and whose evidence run has steps enough. */
    private Optional<Offer> windows(Hypothesis hypothesis) {
        Optional<StepNoise> noise = measured.stepNoise();
        Optional<Switch> how = atRunTime(hypothesis.change());
        if (noise.isEmpty()
                || how.isEmpty()
                || !job.metric().isTime()
                || BEYOND_PROBES.contains(hypothesis.bottleneck())) {
            return Optional.empty();
        }
        return Windows.fit(noise.get(), how.get()).map(sampling -> {
            double share = steadyShare(List.of());
            String reason = String.format(
                    Locale.ROOT,
                    "%d pairs of windows of %d steps in each of two runs, %d steps of each window not counted; the steps are"
                            + " %.0f %% of a run",
                    sampling.windowPairs(),
                    sampling.windowSteps(),
                    sampling.washoutSteps(),
                    100 * share);
            return new Offer(sampling.about(share).because(reason), 2 * sampling.windowPairs(), runHours(), 0);
        });
    }

    /** Runs that the host schedules anyway, of a change that their settings or command can make; extra is what is compared on one input before. */
    private Optional<Offer> field(Hypothesis hypothesis) {
        if (job.field().isEmpty()
                || hypothesis.isPlanted()
                || !(hypothesis.change() instanceof ConfigChange)
                || hypothesis.needsBuild()
                || Allocation.isChangedBy(hypothesis)
                || PowerCaps.isIn(hypothesis.change())) {
            return Optional.empty();
        }
        FieldTrials field = job.field().get();
        String reason = String.format(
                Locale.ROOT,
                "the job's own scheduled runs, at most %.0f %% of them with the change%s; %s",
                100 * field.share(),
                field.size().map(size -> ", on inputs of one size by " + size).orElse(""),
                field.hasTwin() ? "a pair on one input before them" : "outputs are not compared");
        return Optional.of(
                new Offer(Sampling.of(Design.FIELD, reason), expectedPairs(), 0, field.hasTwin() ? 2 * runHours() : 0));
    }

    /** Returns how a change can be made while the job runs: as the most demanding of its levers says; empty if one cannot. */
    private Optional<Switch> atRunTime(Change change) {
        if (!(change instanceof ConfigChange config)) {
            return Optional.empty();
        }
        Map<String, Switch> known = new HashMap<>();
        job.levers().forEach(lever -> lever.atRunTime().ifPresent(how -> known.put(lever.name(), how)));
        return config.settings().stream().allMatch(setting -> known.containsKey(setting.lever()))
                ? config.settings().stream()
                        .map(setting -> known.get(setting.lever()))
                        .max(Comparator.comparingInt(how -> how.windowSteps().orElse(0)))
                : Optional.empty();
    }

    /**
     * Returns what a verdict on a long job costs and what would make it cheaper; empty where it is not long, or declares something
     * cheaper.
     */
    Optional<String> advice() {
        boolean isCheaper = job.probe().isPresent()
                || job.field().isPresent()
                || job.levers().stream().map(Lever::atRunTime).anyMatch(Optional::isPresent);
        OptionalDouble measuredSeconds = runSeconds();
        if (isCheaper || measuredSeconds.orElse(0) <= LONG_SECONDS) {
            return Optional.empty();
        }
        double seconds = measuredSeconds.getAsDouble();
        return Optional.of(String.format(
                Locale.ROOT,
                "%s: a verdict takes about %.0f whole runs of %.0f minutes, %s of accelerator time; add 'probe:' (how to run it"
                        + " for a few steps) to the job, or 'switch: true' to a lever that it can set while it runs, for a"
                        + " twentieth of that; or 'field: true', to try changes in the runs that you schedule anyway",
                job.family(),
                2 * expectedPairs(),
                seconds / 60,
                hours(2 * expectedPairs() * runHours())));
    }

    private double expectedPairs() {
        EvidencePolicy policy = cycle.policy().evidence();
        return Math.min(PAIRS, policy.firstCap() + policy.confirmationCap());
    }

    /** Accelerator-hours of one whole run: as it was measured, else as it is assumed, else as long as it may take. */
    double runHours() {
        double limit = job.timeLimit().orElse(cycle.policy().timeLimit()).toMillis() / 1000.0;
        double seconds = runSeconds()
                .orElse(assumed.map(given -> Math.min(limit, given.toMillis() / 1000.0))
                        .orElse(limit));
        return seconds * job.accelerators().count() / SECONDS_PER_HOUR;
    }

    /** Median of the evidence runs. */
    OptionalDouble runSeconds() {
        return median(arms(measured.evidence()).toList(), ArmResult::wallSeconds);
    }

    private static String hours(double hours) {
        return String.format(Locale.ROOT, hours < 1 ? "%.2f h" : "%.1f h", hours);
    }
}
