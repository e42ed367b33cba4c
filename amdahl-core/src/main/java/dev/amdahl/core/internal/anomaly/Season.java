package dev.amdahl.core.internal.anomaly;

/**
 * Remembers when a series jumped, and by how much: a jump that comes after the same number of samples as the one before it did, and is as
 * large, is a season, such as warm restarts of a learning rate or evaluations between steps, and no change of level. Keeps a fixed number
 * of values, allocates nothing. Not thread-safe.
 */
final class Season {
    private static final int KEPT = 16;
    private static final int HALF = 4;
    private static final int APART = 8;
    private static final double RATE = 1.0 / 64;
    private static final double WILD = 4;
    private static final double SAME_SIZE = .4;
    private static final double SAME_TIME = .02;
    private static final int SLACK = 4;
    private static final double NORMAL_ABSOLUTE = 1.2533;

    private final long[] at = new long[KEPT];
    private final double[] size = new double[KEPT];
    private int jumps;
    private long samples;
    private final double[] recent = new double[2 * HALF];
    private double usual;

    /** Takes a sample; what grows counts. A jump is between the means of four samples and of the four before. */
    void accept(double value) {
        int slot = (int) (samples % (2 * HALF));
        recent[slot] = value;
        samples++;
        if (samples <= 2 * HALF) {
            return;
        }
        double change = change();
        double bound = WILD * NORMAL_ABSOLUTE * usual;
        if (samples > LevelShift.WARM_UP && change > bound) {
            jumped(change);
        }
        double counted = samples <= LevelShift.WARM_UP ? Math.abs(change) : Math.min(Math.abs(change), bound);
        usual += Math.max(RATE, 1.0 / samples) * (counted - usual);
    }

    private double change() {
        double sum = 0;
        for (int back = 1; back <= 2 * HALF; back++) {
            sum += (back <= HALF ? 1 : -1) * recent[(int) ((samples - back) % (2 * HALF))];
        }
        return sum / HALF;
    }

    /** The largest of those next to one another is the jump. */
    private void jumped(double change) {
        boolean isSame = jumps > 0 && samples - at[(jumps - 1) % KEPT] <= APART;
        if (!isSame) {
            at[jumps % KEPT] = samples;
            size[jumps % KEPT] = change;
            jumps++;
        } else if (change > size[(jumps - 1) % KEPT]) {
            size[(jumps - 1) % KEPT] = change;
        }
    }

    /** Returns whether what began so many samples ago came when and as large as the two jumps before it. */
    boolean isDue(long samplesAgo) {
        long began = samples - samplesAgo;
        int own = nearest(began);
        int one = own < 0 ? -1 : alike(own, own);
        int two = one < 0 ? -1 : alike(own, one);
        if (two < 0) {
            return false;
        }
        long period = at[own % KEPT] - at[one % KEPT];
        long before = at[one % KEPT] - at[two % KEPT];
        return Math.abs(period - before) <= Math.max(SLACK, SAME_TIME * period);
    }

    private int nearest(long began) {
        for (int jump = jumps - 1; jump >= Math.max(0, jumps - KEPT); jump--) {
            if (Math.abs(at[jump % KEPT] - began) <= APART) {
                return jump;
            }
        }
        return -1;
    }

    /** Returns the last jump before one that is as large as another. */
    private int alike(int own, int before) {
        for (int jump = before - 1; jump >= Math.max(0, jumps - KEPT); jump--) {
            if (Math.abs(size[jump % KEPT] - size[own % KEPT]) <= SAME_SIZE * size[own % KEPT]) {
                return jump;
            }
        }
        return -1;
    }
}
