package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The second pass: counters move seconds out of PRODUCTIVE, first match first. Shares ({@code throttle_frac},
 * {@code lost_work_frac}, {@code padding_frac}, {@code recompute_frac}, {@code duplicate_run_frac}, and 1 -
 * {@code batch_fill_frac} where the fill is at most .6, or else {@code batch_capped_frac}) move that share of what is left. Of the rest, the shares of profiled kernels
 * that are bound by latency, memory and arithmetic make it kernel-inefficient, memory-bound and compute-bound; without them
 * {@code sm_util} and {@code dram_util} move all of it: both below .5 kernel-inefficient, dram >= .7 with sm <= .5 memory-bound,
 * sm >= .7 compute-bound. Where none of these was measured, the shares that follow from the shapes of operators move what they say.
 */
final class Relabel {
    private static final String COMPUTE = "sm_util";
    private static final String MEMORY = "dram_util";
    private static final List<String> MEANS = List.of(COMPUTE, MEMORY);

    /** A little above 1: sampled counters of the busiest moments overshoot. */
    private static final double MAX_UTILISATION = 1.02;

    private static final List<Bottleneck> ORDER = List.of(
            Bottleneck.THROTTLED,
            Bottleneck.FAILURE_REWORK,
            Bottleneck.REDUNDANT_WORK,
            Bottleneck.UNDER_BATCHED,
            Bottleneck.KERNEL_INEFFICIENT,
            Bottleneck.MEMORY_BOUND,
            Bottleneck.COMPUTE_BOUND);

    /** Shares of the time of profiled kernels by their own roofline class, in the order in which they are taken. */
    private static final Map<Bottleneck, String> KERNEL_SHARES = Map.of(
            Bottleneck.KERNEL_INEFFICIENT, "latency_bound_kernel_frac",
            Bottleneck.MEMORY_BOUND, "memory_bound_kernel_frac",
            Bottleneck.COMPUTE_BOUND, "compute_bound_kernel_frac");

    /** Shares of the time of kernels by the shapes of their operators and the declared peaks, in the same order. */
    static final Map<Bottleneck, String> OPERATOR_SHARES = Map.of(
            Bottleneck.KERNEL_INEFFICIENT, "operator_excess_frac",
            Bottleneck.MEMORY_BOUND, "operator_memory_frac",
            Bottleneck.COMPUTE_BOUND, "operator_compute_frac");

    private static final List<Bottleneck> KERNEL_ORDER =
            List.of(Bottleneck.KERNEL_INEFFICIENT, Bottleneck.MEMORY_BOUND, Bottleneck.COMPUTE_BOUND);

    private Relabel() {}

    /** Utilisations that no device can have: their peak is not the one that the kernels could reach, so they count as not measured. */
    static List<String> impossible(Map<String, Double> metrics) {
        List<String> findings = new ArrayList<>();
        for (String name : List.of(COMPUTE, MEMORY, "tensor_util")) {
            Double value = metrics.get(name);
            if (value != null && value > MAX_UTILISATION) {
                metrics.remove(name);
                findings.add(String.format(
                        Locale.ROOT,
                        "%s of %.2f is more than its declared peak allows: dense peak for sparse work, or another"
                                + " precision; it was left out",
                        name,
                        value));
            }
        }
        return findings;
    }

    static List<Account> apply(List<Account> accounts, Map<String, Double> metrics) {
        List<Account> result = new ArrayList<>();
        for (Account account : accounts) {
            if (account.bottleneck() != Bottleneck.PRODUCTIVE) {
                result.add(account);
                continue;
            }
            double left = 1;
            for (Bottleneck bottleneck : ORDER) {
                double moved = left * Math.max(0, Math.min(1, share(metrics, bottleneck)));
                left -= moved;
                add(result, bottleneck, account, moved);
            }
            add(result, Bottleneck.PRODUCTIVE, account, left);
        }
        return result;
    }

    private static void add(List<Account> accounts, Bottleneck bottleneck, Account from, double share) {
        if (share > 0) {
            accounts.add(new Account(bottleneck, share * from.wallSeconds(), share * from.acceleratorSeconds()));
        }
    }

    private static double share(Map<String, Double> metrics, Bottleneck bottleneck) {
        return switch (bottleneck) {
            case THROTTLED -> metrics.getOrDefault("throttle_frac", 0.0);
            case FAILURE_REWORK -> metrics.getOrDefault("lost_work_frac", 0.0);
            case REDUNDANT_WORK -> redundant(metrics);
            case UNDER_BATCHED -> unfilled(metrics);
            default -> kernels(metrics, bottleneck);
        };
    }

    private static double redundant(Map<String, Double> metrics) {
        double needed = 1;
        for (String name : List.of("padding_frac", "recompute_frac", "duplicate_run_frac")) {
            needed *= 1 - metrics.getOrDefault(name, 0.0);
        }
        return 1 - needed;
    }

    private static double unfilled(Map<String, Double> metrics) {
        Double fill = metrics.get("batch_fill_frac");
        if (fill == null) {
            return metrics.getOrDefault("batch_capped_frac", 0.0);
        }
        return fill <= .6 ? 1 - fill : 0;
    }

    /** Of what the classes before it have left; by the kernels' own classes where they were profiled, else by the means, else by shapes. */
    private static double kernels(Map<String, Double> metrics, Bottleneck bottleneck) {
        if (!Collections.disjoint(metrics.keySet(), KERNEL_SHARES.values())) {
            return ofWhatIsLeft(metrics, KERNEL_SHARES, bottleneck);
        }
        return metrics.keySet().containsAll(MEANS)
                ? (byMeans(metrics) == bottleneck ? 1 : 0)
                : ofWhatIsLeft(metrics, OPERATOR_SHARES, bottleneck);
    }

    private static double ofWhatIsLeft(
            Map<String, Double> metrics, Map<Bottleneck, String> names, Bottleneck bottleneck) {
        double left = 1;
        for (Bottleneck one : KERNEL_ORDER) {
            double share = metrics.getOrDefault(names.get(one), 0.0);
            if (one == bottleneck) {
                return left > 0 ? share / left : 0;
            }
            left -= share;
        }
        return 0;
    }

    private static Bottleneck byMeans(Map<String, Double> metrics) {
        double compute = metrics.getOrDefault(COMPUTE, Double.NaN);
        double memory = metrics.getOrDefault(MEMORY, Double.NaN);
        if (compute < .5 && memory < .5) {
            return Bottleneck.KERNEL_INEFFICIENT;
        }
        if (memory >= .7 && compute <= .5) {
            return Bottleneck.MEMORY_BOUND;
        }
        return compute >= .7 ? Bottleneck.COMPUTE_BOUND : Bottleneck.PRODUCTIVE;
    }
}
