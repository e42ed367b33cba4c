package dev.amdahl.core.internal.advice;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Divides the room for new ideas among their sources by Thompson sampling: for each place, every source that still has an idea draws
 * from the posterior of its win rate, and the highest draw gets it. A source that nobody has tried draws from the prior, so that it is
 * tried; one that keeps losing is seldom drawn. The same seed and record give the same division. Immutable, so thread-safe.
 *
 * <p>W. R. Thompson, Biometrika 25 (1933) 285.
 */
public final class SourceBandit {
    private final long seed;

    /** Returns a division that this seed decides. */
    public SourceBandit(long seed) {
        this.seed = seed;
    }

    /**
     * Returns how many ideas each source may inject.
     *
     * @param offered how many it has
     * @param records how its ideas fared; a source without a record has the prior
     * @param places how many ideas there is room for
     */
    public Map<String, Integer> divide(Map<String, Integer> offered, Map<String, WinRate> records, int places) {
        Map<String, Integer> left = new TreeMap<>(offered);
        Map<String, Integer> taken = new TreeMap<>();
        left.values().removeIf(count -> count <= 0);
        SplittableRandom random = new SplittableRandom(seed);
        for (int place = 0; place < places && !left.isEmpty(); place++) {
            String best = "";
            double highest = -1;
            for (String source : left.keySet()) {
                double draw = records.getOrDefault(source, WinRate.UNKNOWN).quantile(random.nextDouble());
                if (draw > highest) {
                    highest = draw;
                    best = source;
                }
            }
            taken.merge(best, 1, Integer::sum);
            left.computeIfPresent(best, (source, count) -> count > 1 ? count - 1 : null);
        }
        return taken;
    }
}
