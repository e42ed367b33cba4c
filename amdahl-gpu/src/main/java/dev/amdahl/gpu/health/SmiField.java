package dev.amdahl.gpu.health;

import java.util.Optional;
import java.util.stream.Stream;

/** What {@code nvidia-smi --query-gpu} is asked for, by the names of newer and older drivers. */
enum SmiField {
    SM_MHZ("clocks.current.sm", "clocks.sm"),
    MAX_SM_MHZ("clocks.max.sm"),
    CELSIUS("temperature.gpu"),
    MEMORY_CELSIUS("temperature.memory"),
    WATTS("power.draw"),
    WATTS_LIMIT("power.limit"),
    BUSY_PERCENT("utilization.gpu"),
    REASONS("clocks_event_reasons.active", "clocks_throttle_reasons.active"),
    HARDWARE_SLOWDOWN("clocks_event_reasons.hw_slowdown", "clocks_throttle_reasons.hw_slowdown"),
    HARDWARE_THERMAL("clocks_event_reasons.hw_thermal_slowdown", "clocks_throttle_reasons.hw_thermal_slowdown"),
    SOFTWARE_THERMAL("clocks_event_reasons.sw_thermal_slowdown", "clocks_throttle_reasons.sw_thermal_slowdown"),
    POWER_BRAKE("clocks_event_reasons.hw_power_brake_slowdown", "clocks_throttle_reasons.hw_power_brake_slowdown"),
    POWER_CAP("clocks_event_reasons.sw_power_cap", "clocks_throttle_reasons.sw_power_cap"),
    ECC_CORRECTED("ecc.errors.corrected.volatile.total"),
    ECC_UNCORRECTED("ecc.errors.uncorrected.volatile.total"),
    LINK_GENERATION("pcie.link.gen.gpucurrent", "pcie.link.gen.current"),
    MAX_LINK_GENERATION("pcie.link.gen.max"),
    LINK_WIDTH("pcie.link.width.current"),
    MAX_LINK_WIDTH("pcie.link.width.max");

    private final String newer;
    private final String older;

    SmiField(String newer, String older) {
        this.newer = newer;
        this.older = older;
    }

    SmiField(String name) {
        this(name, name);
    }

    /** Returns the name that this driver knows, as its {@code --help-query-gpu} quotes it. */
    Optional<String> knownIn(String help) {
        return Stream.of(newer, older)
                .filter(name -> help.contains('"' + name + '"'))
                .findFirst();
    }
}
