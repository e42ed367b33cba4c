package dev.amdahl.profilers.internal.nsight;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.profilers.internal.Numbers;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A measured value in a base unit: {@code ns}, {@code hz}, {@code byte} or {@code inst} and what is made of them ({@code byte/s},
 * {@code byte/block}), {@code %}, or the unit as it was written. Prefixes are decimal, as Nsight Compute writes them.
 *
 * @param value the value, finite
 * @param unit the base unit, empty for a plain number
 */
public record Quantity(
        @JsonProperty("value") double value,
        @JsonProperty("unit") String unit) {
    private static final Map<String, Double> NANOSECONDS = Map.ofEntries(
            Map.entry("ns", 1.0),
            Map.entry("nsecond", 1.0),
            Map.entry("us", 1e3),
            Map.entry("usecond", 1e3),
            Map.entry("ms", 1e6),
            Map.entry("msecond", 1e6),
            Map.entry("s", 1e9),
            Map.entry("sec", 1e9),
            Map.entry("second", 1e9));
    private static final Map<Character, Double> PREFIXES =
            Map.of('K', 1e3, 'k', 1e3, 'M', 1e6, 'G', 1e9, 'T', 1e12, 'P', 1e15);

    /** Returns the value in its base unit; empty if the text is not a number (a word, or a blank). */
    static Optional<Quantity> of(String text, String unit) {
        Optional<Double> value = Numbers.parse(text);
        return value.map(number -> of(number, unit)).filter(quantity -> Double.isFinite(quantity.value()));
    }

    static Quantity of(double value, String unit) {
        Double nanoseconds = NANOSECONDS.get(unit);
        if (nanoseconds != null) {
            return new Quantity(value * nanoseconds, "ns");
        }
        int slash = unit.indexOf('/');
        String above = slash < 0 ? unit : unit.substring(0, slash);
        String below = slash < 0 ? "" : unit.substring(slash + 1);
        double factor = 1;
        String plain = above;
        for (String base : new String[] {"byte", "hz", "inst"}) {
            String lower = above.toLowerCase(Locale.ROOT);
            if (lower.equals(base)) {
                plain = base;
            } else if (lower.length() == base.length() + 1
                    && lower.endsWith(base)
                    && PREFIXES.containsKey(above.charAt(0))) {
                factor = PREFIXES.getOrDefault(above.charAt(0), 1.0);
                plain = base;
            }
        }
        Double per = NANOSECONDS.get(below);
        if (per != null) {
            return new Quantity(value * factor * 1e9 / per, plain + "/s");
        }
        return new Quantity(value * factor, slash < 0 ? plain : plain + "/" + below);
    }
}
