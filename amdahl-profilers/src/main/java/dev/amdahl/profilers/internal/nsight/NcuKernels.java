package dev.amdahl.profilers.internal.nsight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Folds launches into kernels, within bounds. Not thread-safe. */
final class NcuKernels {
    private static final int MAX_KERNELS = 20_000;
    private static final int MAX_VALUES = 500_000;

    private final Map<String, Sums> kernels = new LinkedHashMap<>();
    private long leftOut;
    private int values;

    void add(NcuLaunch launch) {
        if (launch.metrics.isEmpty() && launch.rules.isEmpty()) {
            return;
        }
        if (kernels.size() == MAX_KERNELS && !kernels.containsKey(launch.kernel)) {
            leftOut++;
            return;
        }
        Sums sums = kernels.computeIfAbsent(launch.kernel, name -> new Sums());
        Optional<Double> duration = launch.durationNanos();
        sums.launches++;
        sums.timed += duration.isPresent() ? 1 : 0;
        sums.nanos += duration.orElse(0.0);
        launch.metrics.forEach((name, value) -> {
            Mean mean = sums.means.get(name);
            if (mean == null && values < MAX_VALUES) {
                values++;
                mean = new Mean(value.unit());
                sums.means.put(name, mean);
            }
            if (mean != null && mean.unit.equals(value.unit())) {
                mean.add(value.value(), duration);
            }
        });
        launch.rules.forEach(rule -> sums.rules.merge(rule.type() + " " + rule.name(), rule, NcuKernels::larger));
    }

    private static NcuRule larger(NcuRule a, NcuRule b) {
        Double first = a.speedupPercent();
        Double second = b.speedupPercent();
        return second != null && (first == null || second > first) ? b : a;
    }

    /** Returns the kernels, those with most time first; without times in the order of the file. */
    List<NcuKernel> kernels() {
        boolean timed = kernels.values().stream().allMatch(sums -> sums.timed == sums.launches);
        double all = kernels.values().stream().mapToDouble(sums -> sums.nanos).sum();
        List<NcuKernel> result = new ArrayList<>();
        kernels.forEach((name, sums) -> result.add(sums.kernel(name, timed && all > 0 ? sums.nanos / all : null)));
        if (timed) {
            result.sort(Comparator.comparingDouble((NcuKernel kernel) -> {
                        Double nanos = kernel.durationNanos();
                        return nanos == null ? 0 : nanos;
                    })
                    .reversed());
        }
        return List.copyOf(result);
    }

    /** Launches of kernels that no longer had room. */
    long leftOut() {
        return leftOut;
    }

    private static final class Sums {
        int launches;
        int timed;
        double nanos;
        final Map<String, Mean> means = new LinkedHashMap<>();
        final Map<String, NcuRule> rules = new LinkedHashMap<>();

        NcuKernel kernel(String name, @Nullable Double share) {
            Map<String, Quantity> metrics = new LinkedHashMap<>();
            boolean weighted = timed == launches;
            means.forEach((metric, mean) -> metrics.put(metric, new Quantity(mean.of(weighted), mean.unit)));
            return new NcuKernel(name, launches, weighted ? nanos : null, share, metrics, List.copyOf(rules.values()));
        }
    }

    private static final class Mean {
        final String unit;
        double sum;
        double weightedSum;
        double weight;
        int count;

        Mean(String unit) {
            this.unit = unit;
        }

        void add(double value, Optional<Double> duration) {
            sum += value;
            count++;
            weightedSum += value * duration.orElse(0.0);
            weight += duration.orElse(0.0);
        }

        double of(boolean weighted) {
            return weighted && weight > 0 && count > 1 ? weightedSum / weight : sum / count;
        }
    }
}
