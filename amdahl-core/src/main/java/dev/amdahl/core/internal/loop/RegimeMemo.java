package dev.amdahl.core.internal.loop;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.amdahl.core.internal.stats.series.Regime;
import dev.amdahl.core.internal.stats.series.RegimePolicy;
import dev.amdahl.core.internal.stats.series.Regimes;
import java.util.List;

/**
 * The regimes of series that were looked at before. They follow from the values alone, so remembering them changes nothing but
 * the time of a pass in which nothing was measured. Thread-safe.
 */
final class RegimeMemo {
    private static final int MAX = 2048;
    private static final Cache<Series, List<Regime>> KNOWN =
            CacheBuilder.newBuilder().maximumSize(MAX).build();

    private RegimeMemo() {}

    private record Series(ImmutableDoubleArray values, RegimePolicy policy, long seed) {}

    static List<Regime> of(double[] values, RegimePolicy policy, long seed) {
        Series series = new Series(ImmutableDoubleArray.copyOf(values), policy, seed);
        List<Regime> known = KNOWN.getIfPresent(series);
        if (known != null) {
            return known;
        }
        List<Regime> found = Regimes.of(values, policy, seed).all();
        KNOWN.put(series, found);
        return found;
    }
}
