package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the driver said of one device over time, in constant space. Not thread-safe. */
final class DeviceTrace {
    private static final double RARELY = .01;

    private final Map<SmiField, Double> least = new EnumMap<>(SmiField.class);
    private final Map<SmiField, Double> most = new EnumMap<>(SmiField.class);
    private long samples;
    private long hot;
    private long braked;

    /** Only what it said under load counts. */
    void add(SmiReading reading) {
        if (!reading.isUnderLoad()) {
            return;
        }
        samples++;
        hot += reading.isHot() ? 1 : 0;
        braked += reading.isBraked() ? 1 : 0;
        reading.numbers().forEach((field, number) -> {
            least.merge(field, number, Math::min);
            most.merge(field, number, Math::max);
        });
    }

    long samples() {
        return samples;
    }

    Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        figures.put("samples_under_load", (double) samples);
        put(figures, "least_sm_mhz", least.get(SmiField.SM_MHZ));
        put(figures, "most_celsius", most.get(SmiField.CELSIUS));
        put(figures, "most_memory_celsius", most.get(SmiField.MEMORY_CELSIUS));
        put(figures, "most_watts", most.get(SmiField.WATTS));
        if (samples > 0) {
            figures.put("thermal_share", (double) hot / samples);
            figures.put("power_brake_share", (double) braked / samples);
        }
        return figures;
    }

    private static void put(Map<String, Double> figures, String name, @Nullable Double value) {
        if (value != null) {
            figures.put(name, value);
        }
    }

    /** Returns why it is slower than it should be. */
    List<String> warnings(String device) {
        List<String> warnings = new ArrayList<>();
        if (hot > RARELY * samples) {
            warnings.add(device + share(" was slowed by heat in ", hot));
        }
        if (braked > RARELY * samples) {
            warnings.add(device + share(" was slowed by power brake or hardware in ", braked));
        }
        link(SmiField.LINK_GENERATION, SmiField.MAX_LINK_GENERATION, device + ": PCIe generation ", warnings);
        link(SmiField.LINK_WIDTH, SmiField.MAX_LINK_WIDTH, device + ": PCIe width ", warnings);
        return warnings;
    }

    private String share(String what, long count) {
        OptionalDouble clock = least.containsKey(SmiField.SM_MHZ)
                ? OptionalDouble.of(least.get(SmiField.SM_MHZ))
                : OptionalDouble.empty();
        return String.format(Locale.ROOT, "%s%.1f %% of %d samples", what, 100.0 * count / samples, samples)
                + (clock.isPresent() ? String.format(Locale.ROOT, ", down to %.0f MHz", clock.getAsDouble()) : "");
    }

    private void link(SmiField now, SmiField best, String what, List<String> warnings) {
        Double reached = most.get(now);
        Double possible = most.get(best);
        if (reached != null && possible != null && reached < possible) {
            warnings.add(
                    String.format(Locale.ROOT, "%s%.0f under load where %.0f is possible", what, reached, possible));
        }
    }
}
