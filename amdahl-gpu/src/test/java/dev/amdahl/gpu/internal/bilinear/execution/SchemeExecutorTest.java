package dev.amdahl.gpu.internal.bilinear.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.bilinear.AlikeSchemes;
import dev.amdahl.gpu.bilinear.FlipSearch;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SearchPlan;
import dev.amdahl.gpu.internal.bilinear.execution.SchemeExecutor.Form;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemeExecutorTest {
    private final ComputeBackend backend = open();
    private final SplittableRandom random = new SplittableRandom(1);

    /** What multiplies. */
    ComputeBackend open() {
        return new CpuBackend(2);
    }

    @AfterEach
    void closeBackend() {
        backend.close();
    }

    private double small() {
        return random.nextInt(-2, 3);
    }

    @ParameterizedTest
    @CsvSource({"8, 8, 8", "1, 1, 1", "7, 5, 9", "64, 33, 300", "2, 600, 2", "301, 2, 3"})
    void wholeNumbersComeOutEqualInEveryArithmetic(int n, int m, int p) {
        equalInEveryArithmetic(n, m, p);
    }

    final void equalInEveryArithmetic(int n, int m, int p) {
        for (GemmType<?, ?> type : GemmType.all()) {
            double[] a = drawn(n * m, this::small);
            double[] b = drawn(m * p, this::small);
            assertThat(multiplied(Scheme.strassen2x2(), type, a, b, n, m, p))
                    .as("%s", type)
                    .isEqualTo(reference(a, b, n, m, p));
        }
    }

    @Test
    void severalLevelsAndSharedSumsComeOutEqualInEveryArithmetic() {
        double[] a = drawn(13 * 6, this::small);
        double[] b = drawn(6 * 9, this::small);
        for (GemmType<?, ?> type : GemmType.all()) {
            for (int levels = 1; levels <= 2; levels++) {
                Form form = new Form(Scheme.strassen2x2(), levels, true);
                assertThat(multiplied(form, type, a, b, 13, 6, 9))
                        .as("%s on %s levels", type, levels)
                        .isEqualTo(reference(a, b, 13, 6, 9));
            }
        }
    }

    @Test
    void sharedSumsTakeFewerAdditions() {
        assertThat(new Form(Scheme.strassen2x2(), 1, false).additions()).isEqualTo(18);
        assertThat(AlikeSchemes.of(Scheme.strassen2x2(), 8, 1).stream()
                        .filter(scheme -> scheme.rank() == 7)
                        .mapToInt(scheme -> new Form(scheme, 1, true).additions())
                        .min())
                .as("Winograd's")
                .hasValue(15);
    }

    @Test
    void anySchemeOfAnyFormatDoes() {
        Scheme found = FlipSearch.run(
                        SearchPlan.of(new Format(2, 2, 3), Ring.Z, 11, Duration.ofMinutes(2), 1),
                        Clock.systemUTC(),
                        Runnable::run)
                .best();
        for (Scheme scheme : new Scheme[] {
            found,
            found.within(Scheme.standard(new Format(1, 3, 1))),
            Scheme.strassen2x2().within(Scheme.strassen2x2())
        }) {
            double[] a = drawn(13 * 17, this::small);
            double[] b = drawn(17 * 11, this::small);
            assertThat(multiplied(scheme, GemmType.FP64, a, b, 13, 17, 11)).isEqualTo(reference(a, b, 13, 17, 11));
        }
    }

    @Test
    void aPartOfALargerMatrixIsMultipliedAndNothingBesideItChanges() {
        int side = 10;
        double[] whole = drawn(side * side, this::small);
        try (DeviceBuffer<double[]> a = backend.allocate(ElementType.FLOAT64, whole);
                DeviceBuffer<double[]> c = backend.allocate(ElementType.FLOAT64, filled(side * side, 77));
                SchemeExecutor<double[], double[]> executor =
                        new SchemeExecutor<>(backend, Scheme.strassen2x2(), GemmType.FP64, 5, 5, 5)) {
            DeviceMatrix<double[]> part = DeviceMatrix.of(a, side, side).block(2, 3, 5, 5);
            executor.multiply(part, part, DeviceMatrix.of(c, side, side).block(4, 1, 5, 5));
            double[] dense = block(whole, side, 2, 3);
            double[] product = reference(dense, dense, 5, 5, 5);
            double[] got = c.download();
            for (int i = 0; i < side; i++) {
                for (int j = 0; j < side; j++) {
                    boolean isInside = i >= 4 && i < 9 && j >= 1 && j < 6;
                    assertThat(got[i * side + j]).isEqualTo(isInside ? product[(i - 4) * 5 + j - 1] : 77);
                }
            }
        }
    }

    private static double[] block(double[] whole, int side, int row, int column) {
        double[] dense = new double[25];
        for (int i = 0; i < 5; i++) {
            System.arraycopy(whole, (row + i) * side + column, dense, 5 * i, 5);
        }
        return dense;
    }

    /** N. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 23.2.2: Strassen's method, one level. */
    @Test
    void theErrorInBinary32StaysUnderItsBound() {
        int n = 96;
        double[] a = drawn(n * n, () -> (float) (random.nextDouble() - .5));
        double[] b = drawn(n * n, () -> (float) (random.nextDouble() - .5));
        double[] exact = reference(a, b, n, n, n);
        double error = largest(multiplied(Scheme.strassen2x2(), GemmType.FP32, a, b, n, n, n), exact);
        int half = n / 2;
        double bound = (12.0 * (half * half + 5 * half) - 5 * n) * 0x1p-24 * .25;
        assertThat(error).isPositive().isLessThan(bound);
        double plain = largest(multiplied(Scheme.standard(new Format(1, 1, 1)), GemmType.FP32, a, b, n, n, n), exact);
        assertThat(error).isLessThan(10 * plain);
    }

    @Test
    void whatDoesNotFitOrIsWrongIsRefused() {
        Scheme moduloTwo = FlipSearch.run(
                        new SearchPlan(Scheme.strassen2x2(), Ring.Z2, 7, Duration.ofSeconds(1), 1, 1),
                        Clock.systemUTC(),
                        Runnable::run)
                .best();
        assertThat(moduloTwo.isExact(Ring.Z)).isTrue();
        int[][] left = moduloTwo.left();
        left[0][0]++;
        Scheme wrong = Scheme.of(moduloTwo.format(), left, moduloTwo.right(), moduloTwo.product());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SchemeExecutor<>(backend, wrong, GemmType.FP32, 4, 4, 4))
                .withMessageContaining("not exact");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SchemeExecutor<>(backend, Scheme.strassen2x2(), GemmType.FP32, 4, 200_000, 4))
                .withMessageContaining("131070");
        try (SchemeExecutor<float[], float[]> executor =
                        new SchemeExecutor<>(backend, Scheme.strassen2x2(), GemmType.FP32, 4, 4, 4);
                DeviceBuffer<float[]> buffer = backend.allocate(ElementType.FLOAT32, 25)) {
            DeviceMatrix<float[]> large = DeviceMatrix.of(buffer, 5, 5);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> executor.multiply(large, large, large))
                    .withMessageContaining("opened for");
            DeviceMatrix<float[]> flat = DeviceMatrix.of(buffer, 2, 4);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> executor.multiply(flat, flat, flat))
                    .withMessageContaining("do not fit");
        }
    }

    @Test
    void theSourceIsWrittenOut() {
        String factor = Combination.gather(
                        ElementType.FLOAT32, Scheme.strassen2x2().left(), 2, 2)
                .kernel()
                .text();
        assertThat(factor)
                .contains(
                        "const float x3 = (1 * blockRows + i < rows && 1 * blockColumns + j < columns) ? load(from[offset")
                .contains("to[0LL * size + at] = store(x0 + x3);")
                .contains("to[5LL * size + at] = store(-x0 + x2);");
        String product = Combination.scatter(
                        ElementType.FLOAT32, Scheme.strassen2x2().product(), 2, 2)
                .kernel()
                .text();
        assertThat(product)
                .contains("const float x6 = load(from[6LL * size + at]);")
                .contains("= store(x0 + x3 - x4 + x6);");
    }

    private double[] multiplied(Scheme scheme, GemmType<?, ?> type, double[] a, double[] b, int n, int m, int p) {
        return multiplied(new Form(scheme, 1, false), type, a, b, n, m, p);
    }

    private <A, C> double[] multiplied(Form form, GemmType<A, C> type, double[] a, double[] b, int n, int m, int p) {
        try (DeviceBuffer<A> left =
                        backend.allocate(type.factor(), type.factor().of(a));
                DeviceBuffer<A> right =
                        backend.allocate(type.factor(), type.factor().of(b));
                DeviceBuffer<C> product = backend.allocate(type.product(), (long) n * p);
                SchemeExecutor<A, C> executor = new SchemeExecutor<>(backend, form, type, n, m, p)) {
            executor.multiply(
                    DeviceMatrix.of(left, n, m), DeviceMatrix.of(right, m, p), DeviceMatrix.of(product, n, p));
            return type.product().values(product.download());
        }
    }

    private static double[] reference(double[] a, double[] b, int n, int m, int p) {
        double[] c = new double[n * p];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++) {
                for (int j = 0; j < p; j++) {
                    c[i * p + j] += a[i * m + k] * b[k * p + j];
                }
            }
        }
        return c;
    }

    private static double largest(double[] one, double[] other) {
        double largest = 0;
        for (int i = 0; i < one.length; i++) {
            largest = Math.max(largest, Math.abs(one[i] - other[i]));
        }
        return largest;
    }

    private static double[] drawn(int length, DoubleSupplier value) {
        double[] values = new double[length];
        Arrays.setAll(values, i -> value.getAsDouble());
        return values;
    }

    private static double[] filled(int length, double value) {
        double[] values = new double[length];
        Arrays.fill(values, value);
        return values;
    }
}
