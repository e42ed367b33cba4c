package dev.amdahl.core.roi;

/**
 * What the accounts take for granted. Immutable.
 *
 * @param personHour price of an hour of people; 0 leaves them out of the money
 * @param years how long a saving is counted, at least 1
 * @param interest by which a later year counts less
 * @param availability share of the time that an accelerator can be used, in (0, 1]
 */
public record Rates(double personHour, int years, double interest, double availability) {
    /** People are not priced, one year, no interest, full availability. */
    public static final Rates DEFAULT = new Rates(0, 1, 0, 1);

    public Rates {
        if (!(personHour >= 0) || years < 1 || !(interest > -1) || !(availability > 0 && availability <= 1)) {
            throw new IllegalArgumentException(
                    "need a price >= 0, years >= 1, interest > -1 and availability in (0, 1]," + " were " + personHour
                            + ", " + years + ", " + interest + " and " + availability);
        }
    }
}
