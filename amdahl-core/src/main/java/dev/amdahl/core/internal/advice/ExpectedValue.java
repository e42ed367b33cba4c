package dev.amdahl.core.internal.advice;

/**
 * The expected worth of testing a hypothesis, in the currency of the price:
 * EV = P x E[delta | win] x H x c x horizon x adoption - C_verify - C_other.
 *
 * @param delta expected saved share of the job if it wins
 * @param gross the first product
 * @param net gross less all cost
 * @param pairs expected pairs
 * @param verificationHours accelerator-hours of the pairs
 * @param verificationCost their price
 */
public record ExpectedValue(
        double delta, double gross, double net, int pairs, double verificationHours, double verificationCost) {

    /**
     * Returns the value of a hypothesis.
     *
     * @param share share of the job's seconds that it addresses, above 0
     * @param fraction expected removed fraction of them, above 0
     * @param winProbability posterior
     */
    public static ExpectedValue of(
            double share, double fraction, double winProbability, Stakes stakes, Verification verification) {
        double delta = share * fraction;
        double gross = winProbability
                * delta
                * stakes.acceleratorHoursPerYear()
                * stakes.pricePerAcceleratorHour()
                * stakes.horizonYears()
                * stakes.adoption();
        double hours = verification.acceleratorHours(delta);
        double cost = hours * stakes.pricePerAcceleratorHour();
        return new ExpectedValue(
                delta, gross, gross - cost - verification.otherCost(), verification.pairs(delta), hours, cost);
    }

    /** Net value per accelerator-hour of verification, the scarce resource. */
    public double perVerificationHour() {
        return net / verificationHours;
    }
}
