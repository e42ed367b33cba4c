package dev.amdahl.gpu;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Measures what a device reaches: the median of several timed repetitions after one that is not counted.
 */
public final class DeviceRates {
    private static final int FACTOR_BOUND = 8;

    private DeviceRates() {}

    /**
     * Bytes read and written by copies within the device.
     *
     * @param bytes of one copy, at least 8
     * @param repetitions timed copies, at least 1
     */
    public static Rate copy(ComputeBackend backend, long bytes, int repetitions) {
        long words = bytes / Long.BYTES;
        try (DeviceBuffer<long[]> from = backend.allocate(ElementType.INT64, words);
                DeviceBuffer<long[]> to = backend.allocate(ElementType.INT64, words)) {
            backend.fill(from, new Pattern.Drawn(1));
            double seconds = median(repetitions, () -> backend.seconds(() -> backend.copy(from, to)));
            return new Rate(2.0 * from.bytes(), seconds);
        }
    }

    /**
     * Floating-point operations of a product of two square matrices of small whole numbers; zeros would run faster.
     *
     * @param n rows of each matrix
     * @param repetitions timed products, at least 1
     */
    public static <A, C> Rate gemm(ComputeBackend backend, GemmType<A, C> type, int n, int repetitions, long seed) {
        long entries = (long) n * n;
        try (DeviceBuffer<A> a = backend.allocate(type.factor(), entries);
                DeviceBuffer<A> b = backend.allocate(type.factor(), entries);
                DeviceBuffer<C> c = backend.allocate(type.product(), entries)) {
            SplittableRandom random = new SplittableRandom(seed);
            uploadWhole(a, n, random);
            uploadWhole(b, n, random);
            DeviceMatrix<A> left = DeviceMatrix.of(a, n, n);
            DeviceMatrix<A> right = DeviceMatrix.of(b, n, n);
            DeviceMatrix<C> product = DeviceMatrix.of(c, n, n);
            double seconds =
                    median(repetitions, () -> backend.seconds(() -> backend.multiply(type, left, right, product)));
            return new Rate(2.0 * n * n * n, seconds);
        }
    }

    private static <A> void uploadWhole(DeviceBuffer<A> buffer, int n, SplittableRandom random) {
        double[] row = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                row[j] = random.nextInt(-FACTOR_BOUND, FACTOR_BOUND + 1);
            }
            buffer.upload(buffer.type().of(row), 0, (long) i * n, n);
        }
    }

    private static double median(int repetitions, DoubleSupplier once) {
        if (repetitions < 1) {
            throw new IllegalArgumentException("at least one repetition is needed, was " + repetitions);
        }
        double[] seconds = new double[1 + repetitions];
        Arrays.setAll(seconds, i -> once.getAsDouble());
        Arrays.sort(seconds, 1, seconds.length);
        return seconds[1 + repetitions / 2];
    }
}
