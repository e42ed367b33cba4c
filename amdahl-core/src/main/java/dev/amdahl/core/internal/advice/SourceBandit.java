package dev.amdahl.core.internal.advice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * Decides by Thompson sampling whom to ask for changes, and how the room for new ideas is divided: each source draws from the posterior of
 * its win rate and, where asking costs, from that of what one of its candidates costs; the highest ratio comes first. A source that nobody
 * has tried draws from the prior, so that it is tried; one that keeps losing, or costs more than it brings, is seldom drawn. The same seed
 * and record give the same choice. Immutable, so thread-safe.
 *
 * <p>W. R. Thompson, Biometrika 25 (1933) 285.
 */
public final class SourceBandit {
    /** A source counts as many candidates at the usual price beside its own. */
    private static final double PRIOR_CANDIDATES = 4;

    private final long seed;

    /** Returns a division that this seed decides. */
    public SourceBandit(long seed) {
        this.seed = seed;
    }

    /**
     * What is known of a source.
     *
     * @param rate how its candidates fared
     * @param paid for them, in one unit for all sources; 0 where they cost nothing
     */
    public record Track(WinRate rate, double paid) {
        /** Of a source that nobody has tried. */
        public static final Track NONE = new Track(WinRate.UNKNOWN, 0);

        public Track {
            if (!(paid >= 0 && Double.isFinite(paid))) {
                throw new IllegalArgumentException("nothing costs " + paid);
            }
        }
    }

    /**
     * Returns how many ideas each source may inject.
     *
     * @param offered how many it has
     * @param records how its ideas fared; a source without a record has the prior
     * @param places how many ideas there is room for
     */
    public Map<String, Integer> divide(Map<String, Integer> offered, Map<String, Track> records, int places) {
        Map<String, Integer> left = new TreeMap<>(offered);
        Map<String, Integer> taken = new TreeMap<>();
        left.values().removeIf(count -> count <= 0);
        SplittableRandom random = new SplittableRandom(seed);
        for (int place = 0; place < places && !left.isEmpty(); place++) {
            String best = best(left.keySet(), records, random);
            taken.merge(best, 1, Integer::sum);
            left.computeIfPresent(best, (source, count) -> count > 1 ? count - 1 : null);
        }
        return taken;
    }

    /**
     * Returns sources in the order in which they are to be asked.
     *
     * @param records what is known of them; a source without a record has the prior
     */
    public List<String> ranked(Collection<String> sources, Map<String, Track> records) {
        TreeSet<String> left = new TreeSet<>(sources);
        List<String> order = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        while (!left.isEmpty()) {
            String best = best(left, records, random);
            order.add(best);
            left.remove(best);
        }
        return List.copyOf(order);
    }

    private static String best(Collection<String> sources, Map<String, Track> records, SplittableRandom random) {
        double usual = usual(records);
        String best = "";
        double highest = -1;
        for (String source : sources) {
            double draw = draw(records.getOrDefault(source, Track.NONE), usual, random);
            if (draw > highest) {
                highest = draw;
                best = source;
            }
        }
        return best;
    }

    /** Where nobody was paid for anything, costs draw nothing either. */
    private static double draw(Track track, double usual, SplittableRandom random) {
        double rate = track.rate().quantile(random.nextDouble());
        return usual > 0 ? rate / cost(track, usual, random) : rate;
    }

    /** Draws what a candidate costs from the posterior of the mean of an exponential distribution. */
    private static double cost(Track track, double usual, SplittableRandom random) {
        double shape = PRIOR_CANDIDATES + track.rate().decided();
        double drawn = GammaDistribution.of(shape, 1).inverseCumulativeProbability(random.nextDouble());
        return (PRIOR_CANDIDATES * usual + track.paid()) / Math.max(drawn, Double.MIN_NORMAL);
    }

    /** Returns what a candidate costs over all sources that were paid; 0 where none was. */
    private static double usual(Map<String, Track> records) {
        double paid = 0;
        double candidates = 0;
        for (Track track : records.values()) {
            if (track.paid() > 0) {
                paid += track.paid();
                candidates += track.rate().decided();
            }
        }
        return paid / Math.max(1, candidates);
    }
}
