package dev.amdahl.core.internal.refute.work;

import dev.amdahl.spi.job.OutputRule.Numeric;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Same text but for numbers, which agree within {@code absolute + relative * |baseline|}. Stateless, thread-safe. */
final class NumericComparison {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(?:\\d++(?:\\.\\d*+)?|\\.\\d++)(?:[eE][-+]?\\d++)?");

    private NumericComparison() {}

    static Optional<String> compare(Numeric rule, String baseline, String variant) {
        Matcher first = NUMBER.matcher(baseline);
        Matcher second = NUMBER.matcher(variant);
        int firstEnd = 0;
        int secondEnd = 0;
        for (int count = 1; ; count++) {
            boolean more = first.find();
            if (more != second.find()) {
                return Optional.of("another count of numbers, after " + (count - 1));
            }
            String textBefore = baseline.substring(firstEnd, more ? first.start() : baseline.length());
            if (!textBefore.equals(variant.substring(secondEnd, more ? second.start() : variant.length()))) {
                return Optional.of("other text around number " + count);
            }
            if (!more) {
                return Optional.empty();
            }
            if (!agree(rule, first.group(), second.group())) {
                return Optional.of("number " + count + " is " + second.group() + " instead of " + first.group());
            }
            firstEnd = first.end();
            secondEnd = second.end();
        }
    }

    private static boolean agree(Numeric rule, String baseline, String variant) {
        if (baseline.equals(variant)) {
            return true;
        }
        double reference = Double.parseDouble(baseline);
        double value = Double.parseDouble(variant);
        return Double.isFinite(reference)
                && Math.abs(value - reference) <= rule.absolute() + rule.relative() * Math.abs(reference);
    }
}
