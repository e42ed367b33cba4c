package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Whole experiments over both sets, looked at after every trial, on generated d. */
record SimulatedExperiments(
        EvidencePolicy policy, double sigma, double relativeEffect, ToDoubleFunction<SplittableRandom> noise) {

    static final ArmMedians LONG_ARMS = new ArmMedians(60, 50);

    static SimulatedExperiments of(EvidencePolicy policy, double sigma) {
        return new SimulatedExperiments(policy, sigma, 0, random -> sigma * random.nextGaussian());
    }

    SimulatedExperiments effect(double relative) {
        return new SimulatedExperiments(policy, sigma, relative, noise);
    }

    SimulatedExperiments noise(ToDoubleFunction<SplittableRandom> other) {
        return new SimulatedExperiments(policy, sigma, relativeEffect, other);
    }

    /** Student t with three degrees of freedom, scaled to the standard deviation. */
    static ToDoubleFunction<SplittableRandom> heavyTails(double sd) {
        return random -> {
            double squares = 0;
            for (int i = 0; i < 3; i++) {
                squares += Math.pow(random.nextGaussian(), 2);
            }
            return sd * random.nextGaussian() / Math.sqrt(squares);
        };
    }

    /** Normal noise where one run in twenty of either arm takes 1.3 times as long. */
    static ToDoubleFunction<SplittableRandom> transients(double sd) {
        return random -> sd * random.nextGaussian()
                + (random.nextDouble() < .05 ? Math.log(1.3) : 0)
                - (random.nextDouble() < .05 ? Math.log(1.3) : 0);
    }

    record Outcome(int experiments, List<Assessment> ends, double logEffect) {

        double rate(Status status) {
            return ends.stream().filter(end -> end.status() == status).count() / (double) experiments;
        }

        double winRate() {
            return rate(Status.WIN);
        }

        double coverage() {
            return ends.stream()
                            .filter(end -> end.effect().orElseThrow().interval().contains(logEffect))
                            .count()
                    / (double) experiments;
        }

        double meanPairs() {
            return ends.stream()
                    .mapToInt(end -> end.firstTrials() + end.confirmationTrials())
                    .average()
                    .orElseThrow();
        }

        double meanClaim() {
            return ends.stream()
                    .filter(end -> end.status() == Status.WIN)
                    .mapToDouble(end -> end.effect().orElseThrow().shrunk())
                    .average()
                    .orElseThrow();
        }
    }

    Outcome run(int experiments, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SequentialDesign design = new SequentialDesign(policy, sigma, policy.highestBar());
        List<Assessment> ends = new ArrayList<>();
        for (int i = 0; i < experiments; i++) {
            ends.add(run(design, random));
        }
        return new Outcome(experiments, ends, Math.log1p(relativeEffect));
    }

    private Assessment run(SequentialDesign design, SplittableRandom random) {
        SequentialRun run = design.begin();
        while (!run.status().isFinal()) {
            run.add(Math.log1p(relativeEffect) + noise.applyAsDouble(random));
        }
        return run.assessment(LONG_ARMS);
    }
}
