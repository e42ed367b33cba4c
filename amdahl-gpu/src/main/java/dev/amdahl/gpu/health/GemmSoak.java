package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The same product of matrices of small whole numbers over and over. The first one is proven on the host; each later one must equal it in
 * every bit, since sums of small whole numbers are exact in any order: what differs is silent corruption. Products and their comparisons are
 * enqueued some at a time, the first of them over a pattern, so that the device never waits for the host. Operations per second are those
 * of the first of each such batch, timed alone, by windows of a second (a tenth of the time if that is shorter).
 *
 * @param type the arithmetic
 * @param rows of the square matrices
 * @param time to go on
 * @param seed of what is drawn
 */
public record GemmSoak(GemmType<?, ?> type, int rows, Duration time, long seed) implements HealthCheck {
    static final String NAME = "soak";
    /** The figure to compare devices by: the median window. */
    public static final String RATE = "flops_per_second";

    private static final int MAX_BATCH = 64;
    private static final double BATCH_SECONDS = .2;
    private static final double MIN_DRIFT = .97;
    private static final double NANOS = 1e-9;
    private static final int NOT_A_NUMBER = 0x7FC00000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CheckResult run(ComputeBackend device) {
        return soaked(device, type);
    }

    private <A, C> CheckResult soaked(ComputeBackend device, GemmType<A, C> arithmetic) {
        long entries = (long) rows * rows;
        WholeFactors factors = new WholeFactors(rows, seed);
        try (DeviceBuffer<A> a = device.allocate(arithmetic.factor(), entries);
                DeviceBuffer<A> b = device.allocate(arithmetic.factor(), entries);
                DeviceBuffer<C> first = device.allocate(arithmetic.product(), entries);
                DeviceBuffer<C> next = device.allocate(arithmetic.product(), entries);
                ProductComparison comparison = ProductComparison.of(device, arithmetic.product(), MAX_BATCH)) {
            factors.uploadLeft(a);
            factors.uploadRight(b);
            DeviceMatrix<A> left = DeviceMatrix.of(a, rows, rows);
            DeviceMatrix<A> right = DeviceMatrix.of(b, rows, rows);
            device.multiply(arithmetic, left, right, DeviceMatrix.of(first, rows, rows));
            int wrong = factors.wrongRow(first);
            if (wrong >= 0) {
                return CheckResult.failed(
                        NAME, Map.of("products", 1.), "row " + wrong + " of the first product is wrong");
            }
            DeviceMatrix<C> product = DeviceMatrix.of(next, rows, rows);
            Tally tally = new Tally(2. * rows * rows * rows, time);
            int batch = 1;
            do {
                device.fill(next, new Pattern.Constant(NOT_A_NUMBER));
                comparison.clear();
                double took = device.seconds(() -> device.multiply(arithmetic, left, right, product));
                comparison.compare(first, next, 0);
                for (int slot = 1; slot < batch; slot++) {
                    device.multiply(arithmetic, left, right, product);
                    comparison.compare(first, next, slot);
                }
                tally.add(took, comparison.answers(batch));
                batch = (int) Math.max(1, Math.min(MAX_BATCH, BATCH_SECONDS / Math.max(took, NANOS)));
            } while (tally.goesOn());
            return tally.result(this);
        }
    }

    /** What the products came to. */
    private static final class Tally {
        private final double flops;
        private final long start = System.nanoTime();
        private final double seconds;
        private final double window;
        private final SoakRates rates = new SoakRates();
        private long products;
        private long wrongProducts;
        private long wrongEntries;
        private Optional<String> firstWrong = Optional.empty();
        private double windowStart;
        private double windowFlops;
        private double windowSeconds;

        Tally(double flops, Duration time) {
            this.flops = flops;
            this.seconds = time.toNanos() * NANOS;
            this.window = Math.min(1, seconds / 10);
        }

        /** A batch: the seconds of its first product, and for each product how many entries are wrong, and the first. */
        void add(double took, long[] answers) {
            windowFlops += flops;
            windowSeconds += took;
            double now = elapsed();
            if (now - windowStart >= window && windowSeconds > 0) {
                rates.add(windowFlops / windowSeconds);
                windowStart = now;
                windowFlops = 0;
                windowSeconds = 0;
            }
            for (int i = 0; i < answers.length; i += 2) {
                add(answers[i], answers[i + 1]);
            }
        }

        private void add(long wrong, long at) {
            products++;
            if (wrong > 0) {
                wrongProducts++;
                wrongEntries += wrong;
                firstWrong = firstWrong.or(() -> Optional.of(
                        String.format(Locale.ROOT, "entry %d of product %d after %.1f s", at, products, elapsed())));
            }
        }

        boolean goesOn() {
            return elapsed() < seconds;
        }

        private double elapsed() {
            return (System.nanoTime() - start) * NANOS;
        }

        CheckResult result(GemmSoak soak) {
            if (rates.windows() == 0 && windowSeconds > 0) {
                rates.add(windowFlops / windowSeconds);
            }
            Map<String, Double> figures = new TreeMap<>();
            figures.put("products", (double) products);
            figures.put("wrong_products", (double) wrongProducts);
            figures.put("rows", (double) soak.rows);
            figures.put("windows", (double) rates.windows());
            rates.median().ifPresent(rate -> figures.put(RATE, rate));
            rates.variation().ifPresent(variation -> figures.put("variation", variation));
            rates.drift().ifPresent(drift -> figures.put("drift", drift));
            if (wrongProducts > 0) {
                return CheckResult.failed(
                        NAME,
                        figures,
                        "silent corruption: " + wrongEntries + " entries of " + wrongProducts + " of " + products + " "
                                + soak.type + " products are wrong, the first " + firstWrong.orElse("unknown"));
            }
            double drift = rates.drift().orElse(1);
            return drift < MIN_DRIFT
                    ? CheckResult.warned(
                            NAME,
                            figures,
                            List.of(String.format(
                                    Locale.ROOT,
                                    "it slows down under load: the last fifth ran at %.1f %% of the first",
                                    100 * drift)))
                    : CheckResult.passed(NAME, figures);
        }
    }
}
