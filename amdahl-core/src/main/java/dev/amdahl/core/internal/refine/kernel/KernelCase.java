package dev.amdahl.core.internal.refine.kernel;

import java.util.random.RandomGenerator;

/** One input of a kernel with what must come of it. Holds its arrays as they are; not thread-safe. */
final class KernelCase {
    private static final String TIMED = "timed";

    private final String kind;
    private final int n;
    private final float[] a;
    private final float[] b;
    private final double[] expected;
    private final double[] slack;

    private KernelCase(KernelTask task, String kind, int n, float[] a, float[] b) {
        this.kind = kind;
        this.n = n;
        this.a = a;
        this.b = b;
        int length = task.shape().out().applyAsInt(n);
        expected = new double[length];
        slack = new double[length];
        task.reference().compute(a, b, n, expected, slack);
        double tolerance = task.tolerance().applyAsInt(n) * 0x1p-24;
        for (int i = 0; i < length; i++) {
            slack[i] = tolerance * slack[i] + 2 * Float.MIN_VALUE;
        }
    }

    /** Returns the case that proposers are shown. */
    static KernelCase shown(KernelTask task) {
        int n = 6;
        float[] a = new float[task.shape().a().applyAsInt(n)];
        float[] b = new float[task.shape().b().applyAsInt(n)];
        for (int i = 0; i < a.length; i++) {
            a[i] = (i * 7 % 13 - 6) / 4f;
        }
        for (int i = 0; i < b.length; i++) {
            b[i] = (i * 5 % 11 - 4) / 8f;
        }
        return new KernelCase(task, "shown", n, a, b);
    }

    /** Values of one kind. */
    static KernelCase draw(KernelTask task, Values values, int n, RandomGenerator random) {
        float[] a = new float[task.shape().a().applyAsInt(n)];
        float[] b = new float[task.shape().b().applyAsInt(n)];
        for (int i = 0; i < a.length; i++) {
            a[i] = values.draw(random, task.most());
        }
        for (int i = 0; i < b.length; i++) {
            b[i] = values.draw(random, task.most());
        }
        return new KernelCase(task, values.name(), n, a, b);
    }

    /** Values out of a pool of plain ones, from another place and in another scale each time: as fresh, and quicker. */
    static KernelCase draw(KernelTask task, float[] pool, int n, RandomGenerator random) {
        float[] a = fromPool(pool, task.shape().a().applyAsInt(n), random);
        float[] b = fromPool(pool, task.shape().b().applyAsInt(n), random);
        return new KernelCase(task, TIMED, n, a, b);
    }

    private static float[] fromPool(float[] pool, int length, RandomGenerator random) {
        float[] values = new float[length];
        int from = random.nextInt(pool.length);
        float scale = (1 + random.nextFloat()) * (random.nextBoolean() ? 2 : -2);
        for (int i = 0, at = from; i < length; i++) {
            values[i] = pool[at] * scale;
            at = at + 1 == pool.length ? 0 : at + 1;
        }
        return values;
    }

    /** Returns what its values are like. */
    String kind() {
        return kind;
    }

    /** Returns whether its values are ordinary: what is wrong for them is wrong for all. */
    boolean isPlain() {
        return kind.equals(Values.PLAIN.name()) || kind.equals(TIMED);
    }

    /** Returns its size. */
    int n() {
        return n;
    }

    /** Returns the first input: the array itself. */
    float[] a() {
        return a;
    }

    /** Returns the second input: the array itself. */
    float[] b() {
        return b;
    }

    /** Returns the results: the array itself. */
    double[] expected() {
        return expected;
    }

    /** Returns how far each result may be off: the array itself. */
    double[] slack() {
        return slack;
    }
}
