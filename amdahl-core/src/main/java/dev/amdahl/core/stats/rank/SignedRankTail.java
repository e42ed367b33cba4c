package dev.amdahl.core.stats.rank;

import dev.amdahl.core.internal.stats.SubsetSums;
import dev.amdahl.core.internal.stats.UntiedSignedRanks;
import dev.amdahl.core.stats.Alternative;
import java.math.BigInteger;

/** A tail of the exact signed-rank distribution as a count of subsets of the ranks. Immutable. */
final class SignedRankTail {

    private final SignedRanks signed;
    private final int bound;
    private final boolean complement;
    private final boolean twice;

    private SignedRankTail(SignedRanks signed, long bound, boolean complement, boolean twice) {
        this.signed = signed;
        this.bound = (int) bound;
        this.complement = complement;
        this.twice = twice;
    }

    static SignedRankTail of(SignedRanks signed, Alternative alternative) {
        boolean untied = signed.areUntied();
        long plus = untied ? signed.positive() / 2 : signed.positive() / signed.divisor();
        long minus = (untied ? signed.total() / 2 : signed.total() / signed.divisor()) - plus;
        if (alternative == Alternative.TWO_SIDED) {
            return new SignedRankTail(signed, Math.min(plus, minus), false, true);
        }
        long reached = alternative == Alternative.LESS ? plus : minus;
        return 2 * reached < plus + minus
                ? new SignedRankTail(signed, reached, false, false)
                : new SignedRankTail(signed, plus + minus - reached - 1, true, false);
    }

    double p() {
        int n = signed.count();
        double share = signed.areUntied()
                ? UntiedSignedRanks.atMost(n, bound)
                : Math.scalb(SubsetSums.atMost(coprimeRanks(), bound), -n);
        return Math.min(1, (twice ? 2 : 1) * (complement ? 1 - share : share));
    }

    BigInteger count() {
        BigInteger all = BigInteger.ONE.shiftLeft(signed.count());
        BigInteger counted = SubsetSums.exactAtMost(coprimeRanks(), bound);
        BigInteger tail = complement ? all.subtract(counted) : counted;
        return twice ? tail.shiftLeft(1).min(all) : tail;
    }

    private int[] coprimeRanks() {
        int[] ranks = signed.doubled().clone();
        int divisor = signed.divisor();
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] /= divisor;
        }
        return ranks;
    }
}
