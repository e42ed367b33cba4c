package dev.amdahl.core.stats.rank;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.SubsetSums;
import java.math.BigInteger;

/** A tail of the exact signed-rank distribution as a count of subsets of the ranks. Immutable. */
final class SignedRankTail {

    private final int[] ranks;
    private final int bound;
    private final boolean complement;
    private final boolean twice;

    private SignedRankTail(int[] ranks, int bound, boolean complement, boolean twice) {
        this.ranks = ranks;
        this.bound = bound;
        this.complement = complement;
        this.twice = twice;
    }

    static SignedRankTail of(SignedRanks signed, Alternative alternative) {
        int divisor = signed.divisor();
        int[] ranks = new int[signed.doubled().length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = signed.doubled()[i] / divisor;
        }
        long plus = signed.positive() / divisor;
        long minus = signed.total() / divisor - plus;
        if (alternative == Alternative.TWO_SIDED) {
            return new SignedRankTail(ranks, (int) Math.min(plus, minus), false, true);
        }
        long reached = alternative == Alternative.LESS ? plus : minus;
        return 2 * reached < plus + minus
                ? new SignedRankTail(ranks, (int) reached, false, false)
                : new SignedRankTail(ranks, (int) (plus + minus - reached - 1), true, false);
    }

    double p() {
        double share = Math.scalb(SubsetSums.atMost(ranks, bound), -ranks.length);
        return Math.min(1, (twice ? 2 : 1) * (complement ? 1 - share : share));
    }

    BigInteger count() {
        BigInteger all = BigInteger.ONE.shiftLeft(ranks.length);
        BigInteger counted = SubsetSums.exactAtMost(ranks, bound);
        BigInteger tail = complement ? all.subtract(counted) : counted;
        return twice ? tail.shiftLeft(1).min(all) : tail;
    }
}
