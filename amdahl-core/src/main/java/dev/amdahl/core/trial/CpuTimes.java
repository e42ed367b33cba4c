package dev.amdahl.core.trial;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the line of children of the shell's {@code times}: {@code 0m0.340000s 0m0.010000s}, user and system. */
final class CpuTimes {
    private static final Pattern LINE =
            Pattern.compile("(\\d+)m(\\d+[.,]?\\d*)s (\\d+)m(\\d+[.,]?\\d*)s", Pattern.CASE_INSENSITIVE);

    private CpuTimes() {}

    /** User and system seconds together. */
    static OptionalDouble seconds(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        return matcher.matches() ? OptionalDouble.of(part(matcher, 1) + part(matcher, 3)) : OptionalDouble.empty();
    }

    private static double part(Matcher matcher, int group) {
        return 60 * Double.parseDouble(matcher.group(group))
                + Double.parseDouble(matcher.group(group + 1).replace(',', '.'));
    }
}
