package dev.amdahl.core.internal.capacity;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.EnumMap;
import java.util.Map;

/**
 * What share of its accelerator-seconds a job spends on each resource. A second on a device whose limit no counter tells, and a second
 * that is not known, asks for every resource: two such jobs can only take turns. Immutable.
 */
final class Demand {

    /** What two jobs on one accelerator share. */
    enum Resource {
        COMPUTE,
        MEMORY_BANDWIDTH,
        INPUT,
        HOST,
        NETWORK
    }

    private final Map<Resource, Double> shares;

    private Demand(Map<Resource, Double> shares) {
        this.shares = shares;
    }

    static Demand of(Diagnosis diagnosis) {
        double all = diagnosis.acceleratorSeconds();
        Map<Resource, Double> shares = new EnumMap<>(Resource.class);
        for (Account account : diagnosis.accounts()) {
            for (Resource resource : resources(account.bottleneck())) {
                shares.merge(resource, all > 0 ? account.acceleratorSeconds() / all : 1, Double::sum);
            }
        }
        return new Demand(shares);
    }

    double of(Resource resource) {
        return Math.min(1, shares.getOrDefault(resource, 0.0));
    }

    /** Returns the most that any resource would be asked for by both, in accelerators; at most 2. */
    double together(Demand other) {
        double most = 0;
        for (Resource resource : Resource.values()) {
            most = Math.max(most, of(resource) + other.of(resource));
        }
        return most;
    }

    private static Resource[] resources(Bottleneck bottleneck) {
        return switch (bottleneck) {
            case COMPUTE_BOUND -> only(Resource.COMPUTE);
            case MEMORY_BOUND -> only(Resource.MEMORY_BANDWIDTH);
            case INPUT_STARVATION, TRANSFER_BOUND, CHECKPOINT_STALL -> only(Resource.INPUT);
            case HOST_SERIAL, HOST_CONTENTION, SYNC_STALL, LAUNCH_BOUND, PERIODIC_SIDE_WORK -> only(Resource.HOST);
            case COMM_EXPOSED, STRAGGLER_SKEW -> only(Resource.NETWORK);
            case QUEUE_WAIT, PROVISIONING, WARMUP, TAIL_DRAIN, IDLE_AFTER_FINISH, PIPELINE_BUBBLE, NOT_RECORDED ->
                new Resource[0];
            default -> Resource.values();
        };
    }

    private static Resource[] only(Resource resource) {
        return new Resource[] {resource};
    }
}
