package dev.amdahl.benchmarks.gpu;

import com.sun.management.OperatingSystemMXBean;
import dev.amdahl.gpu.bilinear.FlipSearch;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SearchPlan;
import dev.amdahl.gpu.bilinear.SearchResult;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * How low the search in the flip graph comes for each of some seeds, and how many flips a second of processor time it makes, which a
 * busy machine changes less than wall time.
 *
 * <p>Arguments: the format, {@code z} or {@code z2}, the rank to end at, seconds for each seed, threads, seeds.
 */
public final class FlipRates {
    private static final int ARGUMENTS = 6;

    private FlipRates() {}

    public static void main(String[] arguments) {
        if (arguments.length != ARGUMENTS) {
            System.err.println("usage: FlipRates NxMxP z|z2 RANK SECONDS THREADS SEEDS");
            System.exit(2);
        }
        Scheme start = Scheme.standard(Format.parse(arguments[0]));
        Ring ring = Ring.parse("FlipRates", arguments[1]);
        Duration limit = Duration.ofSeconds(Long.parseLong(arguments[3]));
        int threads = Integer.parseInt(arguments[4]);
        ExecutorService walks = Executors.newFixedThreadPool(threads);
        try {
            for (int seed = 1; seed <= Integer.parseInt(arguments[5]); seed++) {
                SearchPlan plan = new SearchPlan(start, ring, Integer.parseInt(arguments[2]), limit, seed, threads);
                long before = processorNanos();
                SearchResult result = FlipSearch.run(plan, Clock.systemUTC(), walks);
                report(plan, result, (processorNanos() - before) * 1e-9);
            }
        } finally {
            walks.shutdownNow();
        }
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static void report(SearchPlan plan, SearchResult result, double processorSeconds) {
        System.out.println(String.format(
                Locale.ROOT,
                "%s over %s, seed %d: rank %d after %.1f s of %.1f s, exact %s; %,.2f M flips, %.1f M/s in %d walks, %.1f M a second of"
                        + " processor time",
                plan.start().format(),
                plan.ring(),
                plan.seed(),
                result.best().rank(),
                result.foundAfter().toMillis() / 1e3,
                result.elapsed().toMillis() / 1e3,
                result.best().isExact(plan.ring()) ? "yes" : "no",
                result.flips() / 1e6,
                result.flipsPerSecond() / 1e6,
                plan.walks(),
                result.flips() / processorSeconds / 1e6));
    }
}
