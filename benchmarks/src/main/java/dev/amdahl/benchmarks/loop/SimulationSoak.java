package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.testing.simulation.SimulationBatch;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the simulation of the whole loop for hours: {@code --seeds 2000000 --seed 1 --threads 2}; exits with 1 if a promise was broken. */
public final class SimulationSoak {
    private static final int BLOCK = 10_000;
    private static final double NANOS = 1e9;

    private SimulationSoak() {}

    /** Prints one line for each block of seeds, and one for each seed that failed. */
    public static void main(String[] args) {
        Map<String, Long> options = options(List.of(args));
        long first = options.getOrDefault("--seed", 1L);
        long last = first + options.getOrDefault("--seeds", 2_000_000L);
        int threads = Math.toIntExact(options.getOrDefault("--threads", 2L));
        PrintStream out = System.out;
        long failed = 0;
        for (long from = first; from < last; from += BLOCK) {
            long to = Math.min(last, from + BLOCK);
            long start = System.nanoTime();
            SimulationBatch batch = new SimulationBatch().run(from, to, threads);
            double seconds = (System.nanoTime() - start) / NANOS;
            batch.failures().forEach(out::println);
            failed += batch.failures().size();
            out.printf(
                    "seeds %d to %d: %.0f seeds/s, %d cycles, %d events, %d verdicts, %d failed%n",
                    from,
                    to - 1,
                    (to - from) / seconds,
                    batch.steps(),
                    batch.events(),
                    batch.verdicts(),
                    batch.failures().size());
        }
        out.printf("%d seeds, %d failed%n", last - first, failed);
        System.exit(failed == 0 ? 0 : 1);
    }

    private static Map<String, Long> options(List<String> args) {
        Map<String, Long> options = new HashMap<>();
        for (int i = 0; i + 1 < args.size(); i += 2) {
            options.put(args.get(i), Long.parseLong(args.get(i + 1)));
        }
        return options;
    }
}
