package dev.amdahl.core.stats;

/** The exact null distribution of the Wilcoxon signed-rank sum of n untied values. Stateless, thread-safe. */
public final class SignedRank {

    private SignedRank() {}

    /** P(W+ = w) for w = 0 .. n(n+1)/2, by the recursion over ranks; exact for n up to about 50, else to rounding. */
    public static double[] probabilities(int n) {
        int max = n * (n + 1) / 2;
        double[] p = new double[max + 1];
        p[0] = 1;
        int reached = 0;
        for (int rank = 1; rank <= n; rank++) {
            reached += rank;
            for (int w = reached; w >= 0; w--) {
                double with = w >= rank ? p[w - rank] : 0;
                p[w] = 0.5 * (p[w] + with);
            }
        }
        return p;
    }
}
