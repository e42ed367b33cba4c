package dev.amdahl.core.schedulers.trial;

import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Covariate;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads what {@code nvidia-smi} said of the accelerators: the lowest clock, the highest temperature, any throttling, and what they
 * are. Older drivers say less. Immutable.
 *
 * @param devices the fields of each
 */
record DeviceReadings(List<String[]> devices) {
    static final DeviceReadings NONE = new DeviceReadings(List.of());

    /** Software power cap, hardware slowdown, software and hardware thermal slowdown, power brake; idle is not throttling. */
    private static final long THROTTLE_REASONS = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;
    /** A setting of the user holds the clock. */
    private static final long CLOCK_SETTING = 0x2;

    private static final int MHZ = 0;
    private static final int CELSIUS = 1;
    private static final int REASONS = 2;
    private static final int DRIVER = 3;
    private static final int MODEL = 4;
    private static final int ID = 5;
    private static final int WATTS_LIMIT = 6;
    private static final int BUSY_PERCENT = 7;
    private static final int SET_MHZ = 8;
    private static final int MOST_MHZ = 9;

    static DeviceReadings read(String base64) {
        try {
            return new DeviceReadings(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(",", -1))
                    .filter(fields -> fields.length > REASONS)
                    .toList());
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }

    Map<Covariate, Double> covariates() {
        Map<Covariate, Double> readings = new EnumMap<>(Covariate.class);
        for (String[] fields : devices) {
            merge(fields, readings);
        }
        if (!devices.isEmpty()) {
            readings.put(Covariate.ACCELERATORS_VISIBLE, (double) devices.size());
        }
        return readings;
    }

    private static void merge(String[] fields, Map<Covariate, Double> readings) {
        digits(fields, MHZ).ifPresent(clock -> readings.merge(Covariate.ACCELERATOR_MHZ, clock, Math::min));
        digits(fields, CELSIUS).ifPresent(celsius -> readings.merge(Covariate.ACCELERATOR_CELSIUS, celsius, Math::max));
        digits(fields, BUSY_PERCENT)
                .ifPresent(
                        percent -> readings.merge(Covariate.ACCELERATORS_BUSY, percent > 0 ? 1.0 : 0.0, Double::sum));
        reasons(fields).ifPresent(reasons -> {
            boolean isThrottled = (reasons & THROTTLE_REASONS) != 0;
            readings.merge(Covariate.ACCELERATOR_THROTTLED, isThrottled ? 1.0 : 0.0, Math::max);
        });
    }

    Map<Circumstance, String> texts() {
        Map<Circumstance, String> texts = new EnumMap<>(Circumstance.class);
        put(texts, Circumstance.DRIVER, DRIVER);
        put(texts, Circumstance.ACCELERATOR_MODELS, MODEL);
        put(texts, Circumstance.ACCELERATOR_IDS, ID);
        put(texts, Circumstance.POWER_LIMIT, WATTS_LIMIT);
        return texts;
    }

    /** Locked where each device's clock is held by a setting: the driver says so, or it is set below the highest. */
    Optional<ClockPolicy> clocks() {
        if (devices.isEmpty()
                || devices.stream().anyMatch(fields -> reasons(fields).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(
                devices.stream().allMatch(DeviceReadings::isHeld) ? ClockPolicy.LOCKED : ClockPolicy.UNLOCKED);
    }

    private static boolean isHeld(String[] fields) {
        Optional<Double> set = digits(fields, SET_MHZ);
        Optional<Double> most = digits(fields, MOST_MHZ);
        return (reasons(fields).orElseThrow() & CLOCK_SETTING) != 0
                || (set.isPresent() && most.isPresent() && set.get() < most.get());
    }

    private void put(Map<Circumstance, String> texts, Circumstance circumstance, int field) {
        List<String> values = devices.stream()
                .filter(fields -> fields.length > field)
                .map(fields -> fields[field].strip())
                .filter(text -> !text.isEmpty() && !text.startsWith("["))
                .sorted()
                .toList();
        if (!values.isEmpty() && values.size() == devices.size()) {
            texts.put(circumstance, values.stream().collect(Collectors.joining("; ")));
        }
    }

    private static Optional<Long> reasons(String[] fields) {
        String text = fields[REASONS].strip();
        return text.matches("0x[0-9a-fA-F]{1,16}")
                ? Optional.of(Long.parseUnsignedLong(text.substring(2), 16))
                : Optional.empty();
    }

    private static Optional<Double> digits(String[] fields, int field) {
        return fields.length > field && fields[field].strip().matches("\\d{1,6}")
                ? Optional.of(Double.valueOf(fields[field].strip()))
                : Optional.empty();
    }
}
