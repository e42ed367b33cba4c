package dev.amdahl.core.timeline;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The second pass: counters move seconds out of PRODUCTIVE, first match first. Shares ({@code throttle_frac},
 * {@code lost_work_frac}, {@code padding_frac}, {@code recompute_frac}, {@code duplicate_run_frac}, and 1 -
 * {@code batch_fill_frac} where the fill is at most .6) move that share of what is left; {@code sm_util} and
 * {@code dram_util} move all of it: both below .5 kernel-inefficient, dram >= .7 with sm <= .5 memory-bound, sm >= .7
 * compute-bound. Stateless.
 */
final class Relabel {
    private record Rule(Bottleneck bottleneck, ToDoubleFunction<Map<String, Double>> share) {}

    private static final List<Rule> RULES = List.of(
            new Rule(Bottleneck.THROTTLED, metrics -> metrics.getOrDefault("throttle_frac", 0.0)),
            new Rule(Bottleneck.FAILURE_REWORK, metrics -> metrics.getOrDefault("lost_work_frac", 0.0)),
            new Rule(Bottleneck.REDUNDANT_WORK, Relabel::redundant),
            new Rule(Bottleneck.UNDER_BATCHED, Relabel::unfilled),
            new Rule(
                    Bottleneck.KERNEL_INEFFICIENT,
                    metrics -> kernels(metrics) == Bottleneck.KERNEL_INEFFICIENT ? 1 : 0),
            new Rule(Bottleneck.MEMORY_BOUND, metrics -> kernels(metrics) == Bottleneck.MEMORY_BOUND ? 1 : 0),
            new Rule(Bottleneck.COMPUTE_BOUND, metrics -> kernels(metrics) == Bottleneck.COMPUTE_BOUND ? 1 : 0));

    private Relabel() {}

    static List<Account> apply(List<Account> accounts, Map<String, Double> metrics) {
        List<Account> result = new ArrayList<>();
        for (Account account : accounts) {
            if (account.bottleneck() != Bottleneck.PRODUCTIVE) {
                result.add(account);
                continue;
            }
            double left = 1;
            for (Rule rule : RULES) {
                double moved = left * Math.max(0, Math.min(1, rule.share().applyAsDouble(metrics)));
                left -= moved;
                add(result, rule.bottleneck(), account, moved);
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

    private static double redundant(Map<String, Double> metrics) {
        double needed = 1;
        for (String name : List.of("padding_frac", "recompute_frac", "duplicate_run_frac")) {
            needed *= 1 - metrics.getOrDefault(name, 0.0);
        }
        return 1 - needed;
    }

    private static double unfilled(Map<String, Double> metrics) {
        double fill = metrics.getOrDefault("batch_fill_frac", 1.0);
        return fill <= .6 ? 1 - fill : 0;
    }

    private static Bottleneck kernels(Map<String, Double> metrics) {
        Double compute = metrics.get("sm_util");
        Double memory = metrics.get("dram_util");
        if (compute == null || memory == null) {
            return Bottleneck.PRODUCTIVE;
        }
        if (compute < .5 && memory < .5) {
            return Bottleneck.KERNEL_INEFFICIENT;
        }
        if (memory >= .7 && compute <= .5) {
            return Bottleneck.MEMORY_BOUND;
        }
        return compute >= .7 ? Bottleneck.COMPUTE_BOUND : Bottleneck.PRODUCTIVE;
    }
}
