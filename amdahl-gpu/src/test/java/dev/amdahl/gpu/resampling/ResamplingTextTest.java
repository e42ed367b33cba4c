package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import dev.amdahl.gpu.internal.jcuda.EmulatedCuda;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of the resampling kernels counts what the processor counts; and a text with a fault in it does not. */
class ResamplingTextTest {
    private static final int[] EDGES = {1, 2, 31, 32, 33, 127, 128, 129, 255, 256, 257, 300};
    private static final int MANY = 4200;

    private int checks;

    /** Compares, and counts what is compared. */
    private final class Comparison implements AutoCloseable {
        private final ComputeBackend device;
        private final ComputeBackend processor = new CpuBackend(2);
        private final SplittableRandom random = new SplittableRandom(5);

        Comparison(ComputeBackend device) {
            this.device = device;
        }

        private int[][] levels(int metrics, int pairs, int bound) {
            int[][] levels = new int[metrics][pairs];
            for (int[] row : levels) {
                Arrays.setAll(row, i -> random.nextInt(-bound, bound + 1));
            }
            return levels;
        }

        private void same(Object found, Object expected) {
            checks++;
            assertThat(found).isEqualTo(expected);
        }

        void transforms(int mostBits) {
            try (SignFlipTransform transform = new SignFlipTransform(device);
                    HadamardProducts products = new HadamardProducts(device)) {
                for (int pairs : EDGES) {
                    for (int k = 1; k <= mostBits; k += pairs % 2 == 0 ? 3 : 2) {
                        int[][] levels = levels(1 + k % 3, pairs, 1 << (k + 3));
                        long[] expected = new CpuResampler(1).signFlipCounts(levels, k, k);
                        same(transform.counts(levels, k, k), expected);
                        same(products.counts(levels, k, k), expected);
                    }
                }
            }
        }

        void independent(int... sizes) {
            try (IndependentSignFlips flips = new IndependentSignFlips(device);
                    IndependentSignFlips plain = new IndependentSignFlips(processor)) {
                for (int pairs : sizes) {
                    for (int metrics : new int[] {1, 8, 9}) {
                        int[][] levels = levels(metrics, pairs, 1 << 20);
                        same(flips.counts(levels, 300, 3, 1), plain.counts(levels, 300, 3, 1));
                    }
                }
            }
        }

        /** Sums at the edges of what 32 bits hold, and beyond; a metric whose sum is 0. */
        void wide(int k) {
            try (SignFlipTransform transform = new SignFlipTransform(device)) {
                for (int pairs : new int[] {2046, 2047, 2048, MANY}) {
                    int[][] levels = levels(4, pairs, 1 << 20);
                    Arrays.fill(levels[0], 1 << 20);
                    Arrays.fill(levels[1], -1 << 20);
                    Arrays.setAll(levels[2], i -> i % 2 == 0 ? 1 << 20 : -1 << 20);
                    same(transform.counts(levels, k, k), new CpuResampler(1).signFlipCounts(levels, k, k));
                }
            }
        }

        /** All of the largest level, so that sums are as large as they come. */
        void extremes() {
            try (IndependentSignFlips flips = new IndependentSignFlips(device);
                    IndependentSignFlips plain = new IndependentSignFlips(processor)) {
                int[][] levels = new int[1][MANY];
                Arrays.fill(levels[0], 1 << 20);
                same(flips.counts(levels, 40, 3, 1), plain.counts(levels, 40, 3, 1));
            }
        }

        void products(int... sizes) {
            try (ProductResampling products = new ProductResampling(device);
                    ProductResampling reference = new ProductResampling(processor)) {
                for (int pairs : sizes) {
                    for (int metrics : new int[] {1, 5}) {
                        int[][] levels = levels(metrics, pairs, 1 << 20);
                        double[] factors = new double[metrics];
                        Arrays.setAll(factors, q -> 1.0 / (q + 1));
                        same(products.bootstrapSums(levels, 33, 3), reference.bootstrapSums(levels, 33, 3));
                        same(
                                products.maximumCounts(levels, factors, 100, 3),
                                reference.maximumCounts(levels, factors, 100, 3));
                    }
                }
            }
        }

        @Override
        public void close() {
            processor.close();
            device.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyKernelCountsWhatTheProcessorCounts(boolean endsAtGuard) {
        try (Comparison comparison = new Comparison(EmulatedCuda.open(endsAtGuard, UnaryOperator.identity()))) {
            comparison.transforms(14);
            comparison.wide(2);
            comparison.wide(12);
            comparison.independent(EDGES);
            comparison.products(EDGES);
            comparison.extremes();
        }
        assertThat(checks).isGreaterThanOrEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void aTransformOfSeveralPassesCountsTheSame(int k) {
        try (ComputeBackend device = EmulatedCuda.open();
                SignFlipTransform transform = new SignFlipTransform(device)) {
            int[][] levels = new int[1][130];
            Arrays.setAll(levels[0], i -> (i * 7919) % 2000 - 1000);
            assertThat(transform.counts(levels, k, 3)).isEqualTo(new CpuResampler(1).signFlipCounts(levels, k, 3));
        }
    }

    @ParameterizedTest
    @Tag("soak")
    @CsvSource(
            delimiter = '|',
            value = {
                "countFlips: a barrier after zeros | own[0] = bound - 1; __syncwarp();",
                "countFlips: a barrier before the stages | : 0 - level); } __syncwarp();",
                "countFlips: a barrier between the stages | own[PITCH * j + lane] = x[j]; __syncwarp();",
                "countFlips: a barrier before the next column | x[j] = own[PITCH * lane + j]; __syncwarp();",
                "scatterRows: a barrier after zeros | row[x] = 0; __syncthreads();",
                "drawCounts: a barrier after zeros | counts[i] = 0; __syncthreads();",
                "independentFlips: a barrier before a tile | tiles++) { __syncthreads();",
            })
    void aBarrierThatIsMissingIsSeen(String name, String place) {
        seen(text -> {
            String pattern = "\\Q" + place.strip().replaceAll("\\s+", "\\\\E\\\\s+\\\\Q") + "\\E";
            return text.replaceAll(pattern, Matcher.quoteReplacement(place.replaceAll("__sync\\w+\\(\\);", "")));
        });
    }

    @ParameterizedTest
    @Tag("soak")
    @CsvSource(
            delimiter = '|',
            value = {
                "x[j] >= limit | x[j] > limit",
                "2 * bound - 1 | 2 * bound",
                "bound == 0 ? 0 : | ",
                "% 2 == 0 ? level : 0 - level | % 2 == 0 ? level : level",
                "column << 11 | column << 10",
            })
    void aWrongBoundOrSignOfTheTransformIsSeen(String right, String wrong) {
        seen(text -> text.replace(right, wrong == null ? "" : wrong));
    }

    @Test
    @Tag("soak")
    void sumsOf32BitsWhereTheyDoNotFitAreSeen() {
        seen(text -> text.replace("typedef unsigned long long sum_t", "typedef unsigned int sum_t"));
    }

    @Test
    @Tag("soak")
    void anEdgeThatIsNotTestedIsSeen() {
        seen(text -> text.replace("i < pairs && q < metrics ?", "q < metrics ?"));
    }

    @Test
    @Tag("soak")
    void sumsThatAreFlushedTooLateAreSeen() {
        seen(text -> text.replace("#define FLUSH 8", "#define FLUSH 64"));
    }

    @Test
    @Tag("soak")
    void limbsThatAreSwappedAreSeen() {
        seen(text -> text.replace(
                "(long long) row[x % metrics] + (long long) row[metrics + x % metrics]",
                "(long long) row[metrics + x % metrics] + (long long) row[x % metrics]"));
    }

    /** A wrong count, or the loss of the device. */
    private void seen(UnaryOperator<String> sabotage) {
        boolean[] isChanged = {false};
        UnaryOperator<String> noted = text -> {
            String changed = sabotage.apply(text);
            isChanged[0] |= !changed.equals(text);
            return changed;
        };
        boolean isSeen = false;
        try (Comparison comparison = new Comparison(EmulatedCuda.open(true, noted))) {
            comparison.transforms(14);
            comparison.wide(11);
            comparison.independent(1, 129, 300);
            comparison.products(33, 129);
            comparison.extremes();
        } catch (AssertionError | DeviceException found) {
            isSeen = true;
        }
        assertThat(isChanged[0]).as("the text has the place").isTrue();
        assertThat(isSeen).isTrue();
    }
}
