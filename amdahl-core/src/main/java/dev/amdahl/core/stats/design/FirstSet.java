package dev.amdahl.core.stats.design;

import java.util.Arrays;

/** The first set up to the trial at which its evidence decided, in either direction. */
final class FirstSet {

    private final double[] d;
    private final double evidence;
    private final double max;
    private final double loss;

    private FirstSet(double[] d, double evidence, double max, double loss) {
        this.d = d;
        this.evidence = evidence;
        this.max = max;
        this.loss = loss;
    }

    static FirstSet of(double[] d, double sigma, EvidencePolicy policy) {
        double[] win = new SignEProcess(sigma, Direction.WIN).path(d);
        double[] loss = new SignEProcess(sigma, Direction.LOSS).path(d);
        double max = 1;
        int used = 0;
        boolean decided = false;
        while (used < Math.min(d.length, policy.firstCap()) && !decided) {
            max = Math.max(max, win[used]);
            decided = win[used] >= policy.firstBar() || loss[used] >= policy.lossBar();
            used++;
        }
        return new FirstSet(Arrays.copyOf(d, used), used == 0 ? 1 : win[used - 1], max, used == 0 ? 1 : loss[used - 1]);
    }

    double[] d() {
        return d.clone();
    }

    int trials() {
        return d.length;
    }

    double evidence() {
        return evidence;
    }

    boolean hasPassed(EvidencePolicy policy) {
        return evidence >= policy.firstBar();
    }

    boolean isLoss(EvidencePolicy policy) {
        return loss >= policy.lossBar();
    }

    EvidenceTotals totals() {
        return new EvidenceTotals(evidence, 1, max, loss);
    }

    EvidenceTotals totals(double confirmation, double maxConfirmation) {
        return new EvidenceTotals(evidence, confirmation, Math.max(max, evidence * maxConfirmation), loss);
    }
}
