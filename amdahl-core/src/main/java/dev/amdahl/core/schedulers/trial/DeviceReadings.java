package dev.amdahl.core.schedulers.trial;

import dev.amdahl.spi.experiment.Covariate;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;

/** Reads what {@code nvidia-smi} said of the accelerators: the lowest clock, the highest temperature, any throttling. */
final class DeviceReadings {
    /** Software power cap, hardware slowdown, software and hardware thermal slowdown, power brake; idle is not throttling. */
    private static final long THROTTLE_REASONS = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

    private DeviceReadings() {}

    static Map<Covariate, Double> read(String base64) {
        Map<Covariate, Double> readings = new EnumMap<>(Covariate.class);
        try {
            new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(",", -1))
                    .filter(fields -> fields.length >= 3)
                    .forEach(fields -> merge(fields, readings));
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
        return readings;
    }

    private static void merge(String[] fields, Map<Covariate, Double> readings) {
        String clock = fields[0].strip();
        String celsius = fields[1].strip();
        String reasons = fields[2].strip();
        if (clock.matches("\\d{1,6}")) {
            readings.merge(Covariate.ACCELERATOR_MHZ, Double.valueOf(clock), Math::min);
        }
        if (celsius.matches("\\d{1,4}")) {
            readings.merge(Covariate.ACCELERATOR_CELSIUS, Double.valueOf(celsius), Math::max);
        }
        if (reasons.matches("0x[0-9a-fA-F]{1,16}")) {
            boolean isThrottled = (Long.parseUnsignedLong(reasons.substring(2), 16) & THROTTLE_REASONS) != 0;
            readings.merge(Covariate.ACCELERATOR_THROTTLED, isThrottled ? 1.0 : 0.0, Math::max);
        }
    }
}
