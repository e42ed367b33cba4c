package dev.amdahl.gpu.bilinear;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A scheme carried out on the host, on two levels of blocks, and compared with the definition entry by entry. Modulo 2 the entries are 64
 * bits that are added by XOR and multiplied by AND: 64 products of bit matrices at once. Otherwise they are small whole numbers.
 *
 * @param rows of the left factor
 * @param multiplications of entries that were counted
 * @param definition multiplications of the definition
 * @param isEqual whether all entries came out equal
 */
public record SchemeRun(int rows, long multiplications, long definition, boolean isEqual) {
    private static final int LEVELS = 2;
    private static final int BOUND = 9;

    /** Over the integers modulo 2, with the coefficients read modulo 2. */
    public static SchemeRun modulo2(Scheme scheme, long seed) {
        return new Host(scheme, true).run(1, new SplittableRandom(seed));
    }

    /** Over the integers. */
    public static SchemeRun whole(Lift lift, long seed) {
        return new Host(lift.scheme(), false)
                .run((long) lift.denominator() * lift.denominator(), new SplittableRandom(seed));
    }

    /** The arithmetic. A matrix is its blocks, one after the other, and each of them is again. */
    private static final class Host {
        private final Format format;
        private final boolean isBinary;
        private final int[][] left;
        private final int[][] right;
        private final int[][] product;
        private long multiplications;

        Host(Scheme scheme, boolean isBinary) {
            this.format = scheme.format();
            this.isBinary = isBinary;
            left = scheme.left();
            right = scheme.right();
            product = scheme.product();
        }

        SchemeRun run(long times, SplittableRandom random) {
            int n = format.n() * format.n();
            int m = format.m() * format.m();
            int p = format.p() * format.p();
            long[] a = drawn(n * m, random);
            long[] b = drawn(m * p, random);
            long[] c = multiply(a, b, LEVELS);
            boolean isEqual = IntStream.range(0, n * p).allMatch(at -> {
                int i = at / p;
                int k = at % p;
                long sum = 0;
                for (int j = 0; j < m; j++) {
                    long x = a[place(i, j, format.n(), format.m())];
                    long y = b[place(j, k, format.m(), format.p())];
                    sum = isBinary ? sum ^ (x & y) : sum + x * y;
                }
                return c[place(i, k, format.n(), format.p())] == times * sum;
            });
            return new SchemeRun(n, multiplications, (long) n * m * p, isEqual);
        }

        private long[] drawn(int length, SplittableRandom random) {
            return IntStream.range(0, length)
                    .mapToLong(i -> isBinary ? random.nextLong() : random.nextLong(-BOUND, BOUND + 1))
                    .toArray();
        }

        /** Returns where an entry of a matrix of blocks of blocks lies. */
        private static int place(int row, int column, int rows, int columns) {
            int block = row / rows * columns + column / columns;
            return block * rows * columns + row % rows * columns + column % columns;
        }

        private long[] multiply(long[] a, long[] b, int level) {
            if (level == 0) {
                multiplications++;
                return new long[] {isBinary ? a[0] & b[0] : a[0] * b[0]};
            }
            long[] c = new long[(int) Math.pow(format.product(), level)];
            for (int r = 0; r < left.length; r++) {
                long[] one = multiply(taken(a, left[r]), taken(b, right[r]), level - 1);
                for (int block = 0; block < product[r].length; block++) {
                    add(product[r][block], one, 0, c, block * one.length, one.length);
                }
            }
            return c;
        }

        private long[] taken(long[] matrix, int[] weights) {
            long[] sum = new long[matrix.length / weights.length];
            for (int block = 0; block < weights.length; block++) {
                add(weights[block], matrix, block * sum.length, sum, 0, sum.length);
            }
            return sum;
        }

        private void add(int weight, long[] from, int at, long[] to, int into, int count) {
            for (int i = 0; i < count; i++) {
                if (isBinary) {
                    to[into + i] ^= (weight & 1) * from[at + i];
                } else {
                    to[into + i] += weight * from[at + i];
                }
            }
        }
    }
}
