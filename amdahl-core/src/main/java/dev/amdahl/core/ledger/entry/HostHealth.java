package dev.amdahl.core.ledger.entry;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a burn-in of one device of a host.
 *
 * @param host as its jobs name it
 * @param device which of its devices
 * @param model what it is
 * @param driver version of what drives it; empty where none does
 * @param grade what follows
 * @param figures that were measured, by name with the unit
 * @param reasons of any grade but {@code OK}
 */
public record HostHealth(
        String host,
        String device,
        String model,
        String driver,
        Grade grade,
        Map<String, Double> figures,
        List<String> reasons) {

    /** Better ones first. */
    public enum Grade {
        /** Nothing was found. */
        OK,
        /** Right, but slower than it should be. */
        WARN,
        /** Trials must not run there. */
        FAIL
    }

    /** @throws IllegalArgumentException if host or device have no name, or one with a slash */
    public HostHealth {
        requireName("host", host);
        requireName("device", device);
        requireNonNull(grade);
        figures = Collections.unmodifiableMap(new TreeMap<>(figures));
        reasons = List.copyOf(reasons);
    }

    private static void requireName(String what, String name) {
        if (name.isBlank() || name.contains("/")) {
            throw new IllegalArgumentException("a " + what + " has a name without a slash, was '" + name + "'");
        }
    }

    /** Host and device in one. */
    public String place() {
        return host + "/" + device;
    }

    /**
     * Whether a cluster was accepted or sent back to whoever provides it, after burn-ins of its nodes.
     *
     * @param cluster its name
     * @param provider who provides it; empty if that was not told
     * @param outcome what follows
     * @param nodes how many were asked for
     * @param sick hosts that failed, or gave no verdict
     * @param reasons of what was found, each with its host; none is needed to accept
     * @param untested what was not measured, and why: never a pass
     */
    public record ClusterVerdict(
            String cluster,
            String provider,
            Outcome outcome,
            int nodes,
            List<String> sick,
            List<String> reasons,
            List<String> untested) {

        /** What follows. */
        public enum Outcome {
            /** Nothing that was tested failed. */
            ACCEPTED,
            /** Something failed, or could not be examined. */
            SENT_BACK
        }

        /** @throws IllegalArgumentException if it has no name, or is sent back without a reason */
        public ClusterVerdict {
            sick = List.copyOf(sick);
            reasons = List.copyOf(reasons);
            untested = List.copyOf(untested);
            if (cluster.isBlank() || (outcome == Outcome.SENT_BACK && reasons.isEmpty())) {
                throw new IllegalArgumentException("a verdict names its cluster, and why it is sent back");
            }
        }
    }
}
