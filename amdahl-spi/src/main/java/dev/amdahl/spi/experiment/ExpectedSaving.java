package dev.amdahl.spi.experiment;

/**
 * The weekly saving that a win's trials predict.
 *
 * @param acceleratorHoursPerWeek by the point estimate
 * @param atLeastHoursPerWeek by the cautious end of the interval, at least 0
 * @param pricePerHour of an accelerator-hour; 0 where the job declares none
 * @param currency of the price; empty text where the job declares none
 */
public record ExpectedSaving(
        double acceleratorHoursPerWeek, double atLeastHoursPerWeek, double pricePerHour, String currency) {

    /** Money a week by the point estimate. */
    public double moneyPerWeek() {
        return acceleratorHoursPerWeek * pricePerHour;
    }
}
