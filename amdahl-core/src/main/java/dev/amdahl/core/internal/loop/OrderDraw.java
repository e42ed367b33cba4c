package dev.amdahl.core.internal.loop;

/**
 * Which arm runs first: permuted blocks of two or four trials, size and arrangement drawn from the experiment's seed, so that the
 * orders are balanced at any time and none can be told from the one before. A repeated trial keeps its order.
 */
public final class OrderDraw {
    private static final int SHORT = 2;
    private static final int LONG = 4;
    /** The arrangements of two orders in four trials, one bit a trial. */
    private static final int[] ARRANGEMENTS = {0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100};

    private OrderDraw() {}

    /** Returns the order at one place of a set; the warm-up pair, at 0, has a draw of its own. */
    public static boolean isVariantFirst(long seed, int set, int index) {
        if (index == 0) {
            return isDrawn(seed, set, "warm-up", 0);
        }
        int block = 0;
        int place = index - 1;
        int size = size(seed, set, block);
        while (place >= size) {
            place -= size;
            block++;
            size = size(seed, set, block);
        }
        if (size == SHORT) {
            return isDrawn(seed, set, "pair", block) == (place == 0);
        }
        int drawn = (int) Long.remainderUnsigned(Keys.seed(seed, set, "four", block), ARRANGEMENTS.length);
        return (ARRANGEMENTS[drawn] >> place & 1) == 1;
    }

    private static int size(long seed, int set, int block) {
        return isDrawn(seed, set, "size", block) ? SHORT : LONG;
    }

    private static boolean isDrawn(long seed, int set, String what, int block) {
        return (Keys.seed(seed, set, what, block) & 1) == 0;
    }
}
