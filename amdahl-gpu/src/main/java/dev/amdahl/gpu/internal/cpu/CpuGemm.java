package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.HalfFloat;

/**
 * Matrix products in blocked loops. A task makes {@value #HEIGHT} rows of the product, so the order of summation does not depend on
 * the number of threads: k rises one by one.
 */
final class CpuGemm {
    private static final int HEIGHT = 32;

    private final Workers workers;

    CpuGemm(Workers workers) {
        this.workers = workers;
    }

    <A, C> void multiply(GemmType<A, C> type, DeviceMatrix<A> a, DeviceMatrix<A> b, DeviceMatrix<C> c) {
        DeviceMatrix.requireProduct(a, b, c);
        Object product = CpuBuffer.of(c.buffer()).array();
        if (product instanceof double[] doubles) {
            Float64Product of = new Float64Product(float64(a), float64(b), a.columns(), b.columns());
            workers.each(tasks(c), task -> of.rows(first(task), last(task, c), doubles, (int) c.offset(), c.stride()));
        } else if (product instanceof float[] floats) {
            Float32Product of = new Float32Product(float32(type, a), float32(type, b), a.columns(), b.columns());
            workers.each(tasks(c), task -> of.rows(first(task), last(task, c), floats, (int) c.offset(), c.stride()));
        } else {
            throw new IllegalStateException("a product of no known type: " + type);
        }
    }

    private static long tasks(DeviceMatrix<?> c) {
        return (c.rows() + HEIGHT - 1L) / HEIGHT;
    }

    private static int first(long task) {
        return (int) task * HEIGHT;
    }

    private static int last(long task, DeviceMatrix<?> c) {
        return Math.min(c.rows(), first(task) + HEIGHT);
    }

    /** Returns the entries without gaps. */
    private static double[] float64(DeviceMatrix<?> matrix) {
        double[] from = (double[]) CpuBuffer.of(matrix.buffer()).array();
        double[] dense = new double[Math.multiplyExact(matrix.rows(), matrix.columns())];
        for (int i = 0; i < matrix.rows(); i++) {
            System.arraycopy(from, at(matrix, i), dense, i * matrix.columns(), matrix.columns());
        }
        return dense;
    }

    private static float[] float32(GemmType<?, ?> type, DeviceMatrix<?> matrix) {
        Object from = CpuBuffer.of(matrix.buffer()).array();
        float[] dense = new float[Math.multiplyExact(matrix.rows(), matrix.columns())];
        for (int i = 0; i < matrix.rows(); i++) {
            int to = i * matrix.columns();
            if (from instanceof float[] floats) {
                System.arraycopy(floats, at(matrix, i), dense, to, matrix.columns());
            } else if (from instanceof short[] halves) {
                widen(halves, at(matrix, i), type.factor() == ElementType.BFLOAT16, dense, to, matrix.columns());
            }
        }
        if (type == GemmType.TF32) {
            for (int i = 0; i < dense.length; i++) {
                dense[i] = HalfFloat.toTf32(dense[i]);
            }
        }
        return dense;
    }

    private static void widen(short[] from, int at, boolean isBfloat, float[] into, int to, int count) {
        for (int j = 0; j < count; j++) {
            into[to + j] = isBfloat ? HalfFloat.ofBfloat16(from[at + j]) : HalfFloat.ofFloat16(from[at + j]);
        }
    }

    private static int at(DeviceMatrix<?> matrix, int row) {
        return (int) (matrix.offset() + (long) row * matrix.stride());
    }
}
