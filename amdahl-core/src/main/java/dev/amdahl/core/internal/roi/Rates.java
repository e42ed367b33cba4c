package dev.amdahl.core.internal.roi;

import java.util.OptionalDouble;

/**
 * What the accounts take for granted.
 *
 * @param personHour price of an hour of people; 0 leaves them out of the money
 * @param buildHour price of an hour of building; empty leaves builds out of the money
 * @param years how long a saving is counted, at least 1
 * @param interest by which a later year counts less
 * @param availability share of the time that an accelerator can be used, in (0, 1]
 */
public record Rates(double personHour, OptionalDouble buildHour, int years, double interest, double availability) {
    /** People are not priced, one year, no interest, full availability. */
    public static final Rates DEFAULT = new Rates(0, 1, 0, 1);

    /** Builds are not priced. */
    public Rates(double personHour, int years, double interest, double availability) {
        this(personHour, OptionalDouble.empty(), years, interest, availability);
    }

    public Rates {
        if (!(personHour >= 0)
                || !(buildHour.orElse(0) >= 0)
                || years < 1
                || !(interest > -1)
                || !(availability > 0 && availability <= 1)) {
            throw new IllegalArgumentException(
                    "need prices >= 0, years >= 1, interest > -1 and availability in (0, 1]," + " were " + personHour
                            + ", " + buildHour.orElse(0) + ", " + years + ", " + interest + " and " + availability);
        }
    }
}
