package dev.amdahl.core.internal.simulation;

import java.util.SplittableRandom;

/**
 * Noise model S: log-normal run noise with a coefficient of variation of 3 %, an effect of the host (sd 4 %) and of the input
 * (sd 5 %) that the runs of an allocation share, 5 % of runs 1.3 times as long, and 2 % of trials lost to the infrastructure.
 * Immutable and thread-safe.
 */
public final class SyntheticNoise implements NoiseModel {
    private static final double RUN = Math.sqrt(Math.log1p(.03 * .03));
    private static final double HOST = .04;
    private static final double INPUT = .05;
    private static final double TRANSIENT_SHARE = .05;
    private static final double TRANSIENT = Math.log(1.3);
    private static final double FAULTS = .02;
    private static final double LOG_SECONDS = Math.log(600);

    private static final int HOSTS_PER_SET = 12;
    private static final int HOST_PLACE = 1;
    private static final int PAIR_PLACE = 2;
    private static final int ALLOCATION_PLACE = 3;

    @Override
    public String name() {
        return "S";
    }

    @Override
    public RawPair pair(long experiment, int set, int index) {
        SplittableRandom random = Seeds.at(experiment, PAIR_PLACE, set, index);
        int repeated = 0;
        while (random.nextDouble() < FAULTS) {
            repeated++;
        }
        int host = set * HOSTS_PER_SET + random.nextInt(HOSTS_PER_SET);
        double input = INPUT * random.nextGaussian();
        double shared = LOG_SECONDS + hostEffect(experiment, host) + input;
        return new RawPair(host, input, shared + noise(random), shared + noise(random), repeated);
    }

    @Override
    public double run(long experiment, int allocation, int run) {
        double host = hostEffect(experiment, -1 - allocation);
        double input =
                INPUT * Seeds.at(experiment, ALLOCATION_PLACE, allocation).nextGaussian();
        return LOG_SECONDS + host + input + noise(Seeds.at(experiment, ALLOCATION_PLACE, allocation, run));
    }

    private static double hostEffect(long experiment, int host) {
        return HOST * Seeds.at(experiment, HOST_PLACE, host).nextGaussian();
    }

    private static double noise(SplittableRandom random) {
        double noise = RUN * random.nextGaussian();
        return random.nextDouble() < TRANSIENT_SHARE ? noise + TRANSIENT : noise;
    }
}
