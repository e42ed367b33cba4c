package dev.amdahl.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.gpu.DeviceException.Fault;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every backend must keep, on whatever it computes; results are whole numbers, so that they are equal and not just close. */
public abstract class ComputeBackendContract {
    private static final KernelSource ADD_SCALED = new KernelSource(
            "addScaled", """
            extern "C" __global__ void addScaled(float* y, const int* x, int n, float factor, long long shift) {
                long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) y[i] = y[i] + factor * x[i] + (float) shift;
            }
            """, "addScaled", List.of(), Optional.of((blockX, blockY, grid, arguments) -> {
                float[] y = arguments.floats(0);
                int[] x = arguments.ints(1);
                for (int thread = 0; thread < grid.threadsX(); thread++) {
                    int i = blockX * grid.threadsX() + thread;
                    if (i < arguments.int32(2)) {
                        y[i] += arguments.float32(3) * x[i] + arguments.int64(4);
                    }
                }
            }));

    private ComputeBackend backend;

    /** Opens the backend. */
    protected abstract ComputeBackend open();

    @BeforeEach
    final void openBackend() {
        backend = open();
    }

    @AfterEach
    final void closeBackend() {
        backend.close();
        backend.close();
    }

    static Stream<ElementType<?>> elementTypes() {
        return ElementType.all().stream();
    }

    static Stream<GemmType<?, ?>> gemmTypes() {
        return GemmType.all().stream();
    }

    @Test
    void theDeviceIsDescribed() {
        Device device = backend.device();
        assertThat(device.name()).isNotBlank();
        assertThat(device.architecture()).isNotBlank();
        assertThat(device.multiprocessors()).isPositive();
        assertThat(device.memoryBytes()).isPositive();
        assertThat(device.versions()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("elementTypes")
    <A> void partsGoUpAndComeBack(ElementType<A> type) {
        try (DeviceBuffer<A> buffer = backend.allocate(type, type.of(1, 2, 3, 4, 5, 6, 7))) {
            buffer.upload(type.of(0, -8, -9, 0), 1, 3, 2);
            A part = type.array(5);
            buffer.download(2, part, 1, 4);

            assertThat(buffer.bytes()).isEqualTo(7L * type.bytes());
            assertThat(type.values(buffer.download())).containsExactly(1, 2, 3, -8, -9, 6, 7);
            assertThat(type.values(part)).containsExactly(0, 3, -8, -9, 6);
        }
    }

    @Test
    void pinnedWordsGoUpAndComeBackWhereThereAreSome() {
        Optional<PinnedWords> some = backend.pinned(5);
        if (some.isEmpty()) {
            assertThat(backend.name()).isEqualTo("cpu");
            return;
        }
        try (PinnedWords pinned = some.get();
                DeviceBuffer<long[]> buffer = backend.allocate(ElementType.INT64, new long[6])) {
            pinned.words().put(0, new long[] {1, -2, 3, -4, Long.MAX_VALUE});
            pinned.upload(buffer);
            pinned.words().put(0, new long[5]);
            assertThat(buffer.download()).containsExactly(1, -2, 3, -4, Long.MAX_VALUE, 0);
            pinned.download(buffer);
            backend.synchronize();
            assertThat(pinned.words().get(1)).isEqualTo(-2);
            try (DeviceBuffer<long[]> small = backend.allocate(ElementType.INT64, 4)) {
                assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> pinned.upload(small));
            }
        }
    }

    @Test
    void rangesBeyondEitherSideAreRefused() {
        try (DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 4)) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> buffer.upload(new int[5], 0, 0, 5));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> buffer.upload(new int[2], 1, 0, 2));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> buffer.download(3, new int[9], 0, 2));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> buffer.download(-1, new int[9], 0, 2));
        }
    }

    @Test
    void buffersOfNothingAndOfMoreThanThereIsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> backend.allocate(ElementType.INT8, 0));
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> backend.allocate(ElementType.FLOAT64, 1L << 58))
                .satisfies(e -> assertThat(e.fault()).isIn(Fault.OUT_OF_MEMORY, Fault.TOO_LARGE));
    }

    @Test
    void aClosedBufferIsOfNoUse() {
        DeviceBuffer<int[]> buffer = backend.allocate(ElementType.INT32, 4);
        buffer.close();
        buffer.close();

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(buffer::download)
                .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.MISUSE));
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> backend.fill(buffer, new Pattern.Constant(0)))
                .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.MISUSE));
    }

    @Test
    void aCopyIsTheWholeOfTheOther() {
        int[] values = IntStream.range(0, 3_000_001).toArray();
        try (DeviceBuffer<int[]> from = backend.allocate(ElementType.INT32, values);
                DeviceBuffer<int[]> to = backend.allocate(ElementType.INT32, values.length);
                DeviceBuffer<int[]> shorter = backend.allocate(ElementType.INT32, 5)) {
            backend.copy(from, to);

            assertThat(to.download()).isEqualTo(values);
            assertThatIllegalArgumentException().isThrownBy(() -> backend.copy(from, shorter));
        }
    }

    @ParameterizedTest
    @MethodSource("elementTypes")
    <A> void aPatternIsFoundAndEachPlaceThatDiffersFromIt(ElementType<A> type) {
        int length = 70_001;
        long words = (long) length * type.bytes() / 4;
        for (Pattern pattern : List.of(new Pattern.Constant(0x55555555), new Pattern.Address(), new Pattern.Drawn(9))) {
            try (DeviceBuffer<A> buffer = backend.allocate(type, length)) {
                backend.fill(buffer, pattern);
                assertThat(backend.check(buffer, pattern)).isEqualTo(new PatternCheck(words, 0, -1));

                buffer.upload(type.of(3, 3), 0, 40_000, 2);
                PatternCheck check = backend.check(buffer, pattern);
                assertThat(check.mismatches()).isBetween(1L, Math.max(1L, 2L * type.bytes() / 4));
                assertThat(check.first()).isEqualTo(40_000L * type.bytes() / 4);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("gemmTypes")
    <A, C> void productsOfWholeNumbersAreExact(GemmType<A, C> type) {
        multiply(type, 1, 1, 1);
        multiply(type, 5, 3, 7);
        multiply(type, 33, 65, 514);
    }

    private <A, C> void multiply(GemmType<A, C> type, int rows, int depth, int columns) {
        SplittableRandom random = new SplittableRandom(rows);
        double[] left = random.ints((long) rows * depth, -8, 9).asDoubleStream().toArray();
        double[] right =
                random.ints((long) depth * columns, -8, 9).asDoubleStream().toArray();
        try (DeviceBuffer<A> a = backend.allocate(type.factor(), type.factor().of(left));
                DeviceBuffer<A> b =
                        backend.allocate(type.factor(), type.factor().of(right));
                DeviceBuffer<C> c = backend.allocate(type.product(), (long) rows * columns)) {
            backend.multiply(
                    type,
                    DeviceMatrix.of(a, rows, depth),
                    DeviceMatrix.of(b, depth, columns),
                    DeviceMatrix.of(c, rows, columns));

            assertThat(type.product().values(c.download())).containsExactly(product(left, right, rows, depth, columns));
        }
    }

    private static double[] product(double[] left, double[] right, int rows, int depth, int columns) {
        double[] product = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < depth; k++) {
                    product[i * columns + j] += left[i * depth + k] * right[k * columns + j];
                }
            }
        }
        return product;
    }

    @Test
    void blocksOfAMatrixMultiplyInPlace() {
        double[] entries = IntStream.range(0, 36).asDoubleStream().toArray();
        try (DeviceBuffer<double[]> a = backend.allocate(ElementType.FLOAT64, entries);
                DeviceBuffer<double[]> c = backend.allocate(ElementType.FLOAT64, new double[36])) {
            DeviceMatrix<double[]> whole = DeviceMatrix.of(a, 6, 6);
            DeviceMatrix<double[]> target = DeviceMatrix.of(c, 6, 6).block(3, 2, 2, 3);
            backend.multiply(GemmType.FP64, whole.block(0, 0, 2, 2), whole.block(1, 1, 2, 3), target);

            double[] product = c.download();
            assertThat(product[3 * 6 + 2]).isEqualTo(0 * 7 + 1 * 13);
            assertThat(product[4 * 6 + 4]).isEqualTo(6 * 9 + 7 * 15);
            assertThat(product[3 * 6 + 5]).isZero();
            assertThat(product[2 * 6 + 2]).isZero();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> backend.multiply(GemmType.FP64, whole, whole.block(0, 0, 2, 2), target));
        }
    }

    @Test
    void recordedLaunchesAreDoneOnlyWhenTheyAreRunAndThenEachTime() {
        int n = 100;
        try (Kernel kernel = backend.compile(ADD_SCALED);
                DeviceBuffer<float[]> y = backend.allocate(ElementType.FLOAT32, new float[n]);
                DeviceBuffer<int[]> x = backend.allocate(
                        ElementType.INT32, IntStream.range(0, n).toArray());
                Replay replay = backend.record(() -> {
                    addScaled(kernel, y, x, n);
                    addScaled(kernel, y, x, n);
                })) {
            assertThat(y.download()).containsOnly(0);
            replay.run();
            replay.run();

            float[] result = y.download();
            for (int i = 0; i < n; i++) {
                assertThat(result[i]).isEqualTo(2 * i + 12f);
            }
        }
    }

    private static void addScaled(Kernel kernel, DeviceBuffer<float[]> y, DeviceBuffer<int[]> x, int n) {
        kernel.launch(
                Grid.covering(n, 256),
                KernelArgument.of(y),
                KernelArgument.of(x),
                KernelArgument.of(n),
                KernelArgument.of(0.5f),
                KernelArgument.of(3L));
    }

    @Test
    void aKernelRunsOverEachElementAndNoFurther() {
        int n = 1000;
        try (Kernel kernel = backend.compile(ADD_SCALED);
                DeviceBuffer<float[]> y = backend.allocate(ElementType.FLOAT32, new float[n + 24]);
                DeviceBuffer<int[]> x = backend.allocate(
                        ElementType.INT32, IntStream.range(0, n).toArray())) {
            for (int turn = 0; turn < 2; turn++) {
                addScaled(kernel, y, x, n);
            }

            float[] result = y.download();
            for (int i = 0; i < result.length; i++) {
                assertThat(result[i]).isEqualTo(i < n ? i + 6f : 0f);
            }
        }
    }

    @Test
    void workTakesTime() {
        try (DeviceBuffer<long[]> from = backend.allocate(ElementType.INT64, 1 << 20);
                DeviceBuffer<long[]> to = backend.allocate(ElementType.INT64, 1 << 20)) {
            assertThat(backend.seconds(() -> backend.copy(from, to)))
                    .isPositive()
                    .isLessThan(10);
            backend.synchronize();
        }
    }

    @Test
    void ratesAreMeasured() {
        assertThat(DeviceRates.copy(backend, 1 << 22, 3).perSecond()).isPositive();
        assertThat(DeviceRates.gemm(backend, GemmType.FP32, 96, 3, 1).perSecond())
                .isPositive();
    }
}
