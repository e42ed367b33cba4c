package dev.amdahl.profilers.internal.bpf;

import java.util.Locale;
import java.util.OptionalLong;

/** The unit of time that a header or the name of a map tells. */
final class TimeUnits {
    private TimeUnits() {}

    /** Nanoseconds of one unit; empty where the text names none. */
    static OptionalLong nanos(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        if (ends(name, "usecs", "us")) {
            return OptionalLong.of(1_000);
        }
        if (ends(name, "msecs", "ms")) {
            return OptionalLong.of(1_000_000);
        }
        if (ends(name, "nsecs", "ns")) {
            return OptionalLong.of(1);
        }
        return name.equals("secs") ? OptionalLong.of(1_000_000_000) : OptionalLong.empty();
    }

    /** Returns a bound in ns; one too large for that is open. */
    static long scaled(long bound, long nanos) {
        try {
            return bound == Histogram.OPEN_LOW || bound == Histogram.OPEN_HIGH
                    ? bound
                    : Math.multiplyExact(bound, nanos);
        } catch (ArithmeticException e) {
            return bound < 0 ? Histogram.OPEN_LOW : Histogram.OPEN_HIGH;
        }
    }

    private static boolean ends(String name, String word, String abbreviation) {
        return name.endsWith(word)
                || name.equals(abbreviation)
                || name.endsWith("_" + abbreviation)
                || name.equals("@" + abbreviation);
    }
}
