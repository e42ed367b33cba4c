package dev.amdahl.gpu.health;

import java.util.OptionalDouble;

/**
 * What the driver said of a device over some time; what it did not say is empty or false.
 *
 * @param smMhz the highest clock of its multiprocessors, which is lower while it idles
 * @param celsius the highest temperature
 * @param watts the highest power
 * @param isHot whether heat slowed it
 * @param isBraked whether the power brake slowed it, or the hardware for a reason that is not heat
 */
public record DeviceConditions(
        OptionalDouble smMhz, OptionalDouble celsius, OptionalDouble watts, boolean isHot, boolean isBraked) {
    /** Nothing was said. */
    public static final DeviceConditions UNKNOWN =
            new DeviceConditions(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), false, false);

    static DeviceConditions of(SmiReading reading) {
        return new DeviceConditions(
                reading.number(SmiField.SM_MHZ),
                reading.number(SmiField.CELSIUS),
                reading.number(SmiField.WATTS),
                reading.isHot(),
                reading.isBraked());
    }

    DeviceConditions and(DeviceConditions other) {
        return new DeviceConditions(
                higher(smMhz, other.smMhz),
                higher(celsius, other.celsius),
                higher(watts, other.watts),
                isHot || other.isHot,
                isBraked || other.isBraked);
    }

    private static OptionalDouble higher(OptionalDouble one, OptionalDouble other) {
        return one.isEmpty() || other.isEmpty()
                ? one.isEmpty() ? other : one
                : OptionalDouble.of(Math.max(one.getAsDouble(), other.getAsDouble()));
    }
}
