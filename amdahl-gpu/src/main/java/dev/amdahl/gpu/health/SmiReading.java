package dev.amdahl.gpu.health;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the driver said of one device at one time.
 *
 * @param device its UUID
 * @param model its name
 * @param driver the driver's version
 * @param numbers what it told; words as 1 for active and 0 for not, reasons as their bits
 */
record SmiReading(String device, String model, String driver, Map<SmiField, Double> numbers) {
    private static final int BUSY_PERCENT = 50;
    private static final long HARDWARE_SLOWDOWN = 0x8;
    private static final long SOFTWARE_THERMAL = 0x20;
    private static final long HARDWARE_THERMAL = 0x40;
    private static final long POWER_BRAKE = 0x80;

    SmiReading {
        EnumMap<SmiField, Double> copy = new EnumMap<>(SmiField.class);
        copy.putAll(numbers);
        numbers = Collections.unmodifiableMap(copy);
    }

    OptionalDouble number(SmiField field) {
        Double number = numbers.get(field);
        return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    /** Returns whether it was at work; where that cannot be told it counts as so. */
    boolean isUnderLoad() {
        return number(SmiField.BUSY_PERCENT).orElse(100) >= BUSY_PERCENT;
    }

    boolean isHot() {
        return isActive(SmiField.HARDWARE_THERMAL, HARDWARE_THERMAL)
                || isActive(SmiField.SOFTWARE_THERMAL, SOFTWARE_THERMAL);
    }

    /** Power brake, or a hardware slowdown that names no heat. */
    boolean isBraked() {
        return isActive(SmiField.POWER_BRAKE, POWER_BRAKE)
                || (isActive(SmiField.HARDWARE_SLOWDOWN, HARDWARE_SLOWDOWN) && !isHot());
    }

    private boolean isActive(SmiField word, long bit) {
        return number(word).orElse(0) > 0 || ((long) number(SmiField.REASONS).orElse(0) & bit) != 0;
    }
}
