package dev.amdahl.core.refute;

import dev.amdahl.core.testing.ArmFixture;
import dev.amdahl.core.testing.EvidenceFixture;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.job.OutputRule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Generates experiments of the clean model, and of models in which something else than the change makes the variant look faster.
 * Log run time = N(0, .10) of the pair + noise (sd .04 of the log ratio) + log input (sd .02) + host (6 hosts, sd .01)
 * - log clock (sd .003); ABBA.
 */
class Trap {
    static final double BASE_SECONDS = 600;

    final RandomGenerator random;
    int pairs = 24;
    double effect = 0;
    double noise = .04;

    Trap(long seed) {
        random = new SplittableRandom(seed);
    }

    /** One pair before it is written down. Mutable. */
    static final class Draft {
        final int index;
        Order order = Order.BASELINE_FIRST;
        String host = "";
        double logBaseline;
        double logVariant;
        double[] input = new double[2];
        double[] clock = new double[2];
        double[] queue = new double[2];
        boolean[] failed = new boolean[2];
        boolean[] throttled = new boolean[2];
        List<OutputRule> mismatches = List.of();
        double[] work = {1000, 1000};
        boolean queueInMetric;
        double timer = 0;

        Draft(int index) {
            this.index = index;
        }
    }

    Draft draft(int index, double[] hosts) {
        Draft draft = new Draft(index);
        draft.order = index % 4 == 1 || index % 4 == 0 ? Order.BASELINE_FIRST : Order.VARIANT_FIRST;
        int host = (index / 2) % hosts.length;
        draft.host = "host-" + host;
        double pair = .10 * random.nextGaussian() + hosts[host];
        draft.logBaseline = pair + noise / Math.sqrt(2) * random.nextGaussian();
        draft.logVariant = pair + noise / Math.sqrt(2) * random.nextGaussian() + effect;
        for (int arm = 0; arm < 2; arm++) {
            draft.input[arm] = .02 * random.nextGaussian();
            draft.clock[arm] = .003 * random.nextGaussian();
            draft.queue[arm] = -60 * Math.log(1 - random.nextDouble());
            draft.failed[arm] = random.nextDouble() < .02;
        }
        return draft;
    }

    /** What a trap changes. */
    void spring(Draft draft) {}

    EvidenceFixture evidence(long seed) {
        double[] hosts = new double[6];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = .01 * random.nextGaussian();
        }
        List<Trial> trials = new ArrayList<>();
        for (int index = 1; index <= pairs; index++) {
            Draft draft = draft(index, hosts);
            spring(draft);
            trials.add(trial(draft));
        }
        return EvidenceFixture.of(trials, seed)
                .supplying(
                        Covariate.INPUT_BYTES,
                        Covariate.QUEUE_SECONDS,
                        Covariate.ACCELERATOR_MHZ,
                        Covariate.ACCELERATOR_THROTTLED,
                        Covariate.LOAD_1M)
                .outputsDeclared()
                .workCounted();
    }

    private static Trial trial(Draft draft) {
        ArmFixture baseline = arm(draft, 0);
        ArmFixture variant = arm(draft, 1);
        double[] metric = {value(draft, 0), value(draft, 1)};
        boolean measured = baseline.isSuccess() && variant.isSuccess();
        return new Trial(
                "trial-" + draft.index,
                1,
                draft.index,
                draft.order,
                draft.host,
                baseline,
                variant,
                measured ? OptionalDouble.of(Math.log(metric[1] / metric[0])) : OptionalDouble.empty(),
                draft.mismatches);
    }

    private static double value(Draft draft, int arm) {
        return seconds(draft, arm) + (draft.queueInMetric ? draft.queue[arm] : 0);
    }

    private static double seconds(Draft draft, int arm) {
        double log = (arm == 0 ? draft.logBaseline : draft.logVariant) + draft.input[arm] - draft.clock[arm];
        double seconds = BASE_SECONDS * Math.exp(log);
        return draft.timer > 0 ? draft.timer * Math.rint(seconds / draft.timer) : seconds;
    }

    private static ArmFixture arm(Draft draft, int arm) {
        if (draft.failed[arm]) {
            return ArmFixture.failed(arm == 0 ? "a" : "b", 1);
        }
        return ArmFixture.succeeded(arm == 0 ? "a" : "b", seconds(draft, arm))
                .work(draft.work[arm])
                .digest("out", "d" + arm)
                .metric("latency", value(draft, arm))
                .covariate(Covariate.INPUT_BYTES, 1e9 * Math.exp(draft.input[arm]))
                .covariate(Covariate.QUEUE_SECONDS, draft.queue[arm])
                .covariate(Covariate.ACCELERATOR_MHZ, 1500 * Math.exp(draft.clock[arm]))
                .covariate(Covariate.ACCELERATOR_THROTTLED, draft.throttled[arm] ? 1 : 0)
                .covariate(Covariate.LOAD_1M, 1);
    }
}
