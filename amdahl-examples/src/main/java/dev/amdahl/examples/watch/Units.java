package dev.amdahl.examples.watch;

import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.profilers.internal.telemetry.ThrottleReasons;
import java.util.Locale;

/** Brings a value to the unit of its signal, by what the name of its series says. */
final class Units {
    private static final double BYTES = 1 << 20;

    private Units() {}

    static double of(Signal signal, String name, double value) {
        String text = name.toLowerCase(Locale.ROOT);
        return switch (signal) {
            case BUSY -> text.matches(".*(util|duty|usage|percent|%).*") ? value / 100 : value;
            case MEMORY -> text.contains("bytes") ? value / BYTES : value;
            case THROTTLED ->
                text.contains("reasons") && value >= 0 && value < 0x1p53 ? ThrottleReasons.ofBits((long) value) : value;
            case STEP_SECONDS -> text.matches(".*_ms$") ? value / 1000 : value;
            default -> value;
        };
    }
}
