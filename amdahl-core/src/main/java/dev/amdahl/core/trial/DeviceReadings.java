package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Reads what {@code nvidia-smi} said of the accelerators: what they are, and what they did during the arm. Older drivers say less.
 *
 * @param devices the fields of each before the arm
 * @param samples what they came to during the arm
 */
record DeviceReadings(List<String[]> devices, Optional<DeviceSamples> samples) {
    static final DeviceReadings NONE = new DeviceReadings(List.of(), Optional.empty());

    private static final int REASONS = 2;
    private static final int DRIVER = 3;
    private static final int MODEL = 4;
    private static final int ID = 5;
    private static final int WATTS_LIMIT = 6;
    /** A setting of the user holds the clock. */
    private static final long CLOCK_SETTING = 0x2;

    private static final int SET_MHZ = 8;
    private static final int MAX_MHZ = 9;

    /** Reads those of all nodes of an arm as one, where each of them told; else those of the first. */
    static DeviceReadings read(NodeRecord node, String arm) {
        List<DeviceReadings> nodes = ofNodes(node, arm);
        if (nodes.size() < 2 || nodes.stream().anyMatch(one -> one.devices.isEmpty())) {
            return nodes.get(0);
        }
        return new DeviceReadings(
                nodes.stream().flatMap(one -> one.devices.stream()).toList(),
                nodes.stream().allMatch(one -> one.samples.isPresent())
                        ? nodes.stream().flatMap(one -> one.samples.stream()).reduce(DeviceSamples::plus)
                        : Optional.empty());
    }

    /** Returns those of each node of an arm, in the order of its nodes; of one node alone one. */
    static List<DeviceReadings> ofNodes(NodeRecord node, String arm) {
        List<DeviceReadings> all = new ArrayList<>(List.of(ofPlace(node, arm)));
        int nodes = (int) node.number(arm + ".nodes").orElse(1);
        for (int i = 1; i < nodes; i++) {
            all.add(ofPlace(node, arm + ".node." + i));
        }
        return all;
    }

    private static DeviceReadings ofPlace(NodeRecord node, String place) {
        try {
            String text = new String(
                    Base64.getDecoder().decode(node.text(place + ".devices").orElse("")), StandardCharsets.UTF_8);
            return new DeviceReadings(
                    text.lines()
                            .map(line -> line.split(",", -1))
                            .filter(fields -> fields.length > REASONS)
                            .toList(),
                    node.text(place + ".samples").flatMap(DeviceSamples::parse));
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }

    /** @param wall seconds that the arm took */
    Map<Covariate, Double> covariates(OptionalDouble wall) {
        Map<Covariate, Double> readings = new EnumMap<>(Covariate.class);
        if (!devices.isEmpty()) {
            readings.put(Covariate.ACCELERATORS_VISIBLE, (double) devices.size());
            samples.ifPresent(sampled -> readings.putAll(sampled.covariates(devices.size(), wall)));
        }
        return readings;
    }

    Map<EnvironmentFact, String> texts() {
        Map<EnvironmentFact, String> texts = new EnumMap<>(EnvironmentFact.class);
        put(texts, EnvironmentFact.DRIVER, DRIVER);
        put(texts, EnvironmentFact.ACCELERATOR_MODELS, MODEL);
        put(texts, EnvironmentFact.ACCELERATOR_IDS, ID);
        put(texts, EnvironmentFact.POWER_LIMIT, WATTS_LIMIT);
        return texts;
    }

    /** Locked where each device's clock is held by a setting: the driver says so, or it is set below the highest. */
    Optional<ClockPolicy> clocks() {
        if (devices.isEmpty()
                || devices.stream().anyMatch(fields -> reasons(fields).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(
                samples.map(DeviceSamples::isHeld).orElse(false)
                                || devices.stream().allMatch(DeviceReadings::isHeld)
                        ? ClockPolicy.LOCKED
                        : ClockPolicy.UNLOCKED);
    }

    private static boolean isHeld(String[] fields) {
        Optional<Double> set = digits(fields, SET_MHZ);
        Optional<Double> most = digits(fields, MAX_MHZ);
        return (reasons(fields).orElseThrow() & CLOCK_SETTING) != 0
                || (set.isPresent() && most.isPresent() && set.get() < most.get());
    }

    private void put(Map<EnvironmentFact, String> texts, EnvironmentFact circumstance, int field) {
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
