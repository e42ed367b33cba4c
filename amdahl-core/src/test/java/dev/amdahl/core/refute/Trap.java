package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Generates experiments of the clean model, and of models in which something else than the change makes the variant look faster.
 * Log run time = N(0, .10) of the pair + noise (sd .04 of the log ratio) + log input (sd .02) + host (6 hosts, sd .01)
 * - log clock (sd .003); ABBA. Not thread-safe.
 */
class Trap {
    private static final double PAIR_EVERY_SECONDS = 1800;

    final RandomGenerator random;
    int pairs = 24;
    double effect = 0;
    double noise = .04;
    double pairNoise = .10;
    double misstated = 0;
    private final SplittableRandom misstating;

    Trap(long seed) {
        random = new SplittableRandom(seed);
        misstating = new SplittableRandom(~seed);
    }

    /** With the size and noise of the specification, or others near them. */
    Trap(long seed, Knobs knobs) {
        this(seed);
        pairs = knobs.count(24, 18, 36);
        noise = knobs.of(.04, .03, .05);
        effect = knobs.effect();
        misstated = knobs.misstated();
    }

    /** What a trap changes before circumstances act on the time; to be undone by {@link #conceal} where misstated. */
    void spring(Draft draft) {}

    Draft draft(int index, double[] hosts) {
        Draft draft = new Draft(index);
        draft.order = index % 4 == 1 || index % 4 == 0 ? Order.BASELINE_FIRST : Order.VARIANT_FIRST;
        int host = (index / 2) % hosts.length;
        double pair = pairNoise * random.nextGaussian() + hosts[host];
        for (int arm = 0; arm < 2; arm++) {
            draft.host[arm] = "host-" + host;
            draft.log[arm] = pair + noise / Math.sqrt(2) * random.nextGaussian() + (arm == 1 ? effect : 0);
            draft.input[arm] = .02 * random.nextGaussian();
            draft.clock[arm] = .003 * random.nextGaussian();
            draft.queue[arm] = -60 * Math.log(1 - random.nextDouble());
            draft.failed[arm] = random.nextDouble() < .02;
            boolean first = (draft.order == Order.BASELINE_FIRST) == (arm == 0);
            draft.started[arm] = index * PAIR_EVERY_SECONDS + (first ? 0 : 700);
        }
        return draft;
    }

    Evidence evidence(long seed) {
        return evidence(seed, drafts());
    }

    /** The pairs, circumstances and all. */
    List<Draft> drafts() {
        double[] hosts = new double[6];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = .01 * random.nextGaussian();
        }
        List<Draft> drafts = new ArrayList<>();
        for (int index = 1; index <= pairs; index++) {
            Draft draft = draft(index, hosts);
            spring(draft);
            for (int arm = 0; arm < 2; arm++) {
                draft.log[arm] += draft.input[arm] - draft.clock[arm];
                if (misstating.nextDouble() < misstated) {
                    conceal(draft, arm);
                }
            }
            drafts.add(draft);
        }
        return drafts;
    }

    /** The claim that rests on these pairs. */
    Evidence evidence(long seed, List<Draft> drafts) {
        List<Trial> trials = drafts.stream().map(Draft::trial).toList();
        return Evidence.of(trials, seed)
                .supplying(
                        Covariate.INPUT_BYTES,
                        Covariate.QUEUE_SECONDS,
                        Covariate.ACCELERATOR_MHZ,
                        Covariate.ACCELERATOR_THROTTLED,
                        Covariate.LOAD_1M)
                .outputsDeclared()
                .workCounted()
                .conduct(AnalysisConduct.UNKNOWN
                        .looks(1, false)
                        .metrics(List.of("wall_seconds"), true)
                        .assigned(drafts.size(), drafts.size()));
    }

    /** Writes down what would be there had nothing happened. */
    private void conceal(Draft draft, int arm) {
        draft.input[arm] = .02 * misstating.nextGaussian();
        draft.clock[arm] = .003 * misstating.nextGaussian();
        draft.host[arm] = draft.host[1 - arm];
        draft.stratum[arm] = draft.stratum[1 - arm];
        draft.process[arm] = "";
        draft.throttled[arm] = false;
        draft.work[arm] = 1000;
    }
}
