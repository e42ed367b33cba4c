package dev.amdahl.profilers.internal.joblog;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds steps in lines such as {@code step 120 loss 0.31 12.3 ms}, {@code epoch 1 iter 20/500 time: 0.123}. */
final class StepText {
    private static final Pattern BOTH =
            Pattern.compile("(?i)\\bepoch:?\\s?\\[(\\d{1,6})\\]\\s?\\[\\s{0,8}(\\d{1,12})/\\d{1,12}\\]");
    private static final Pattern STEP = Pattern.compile(
            "(?i)\\b(?:global[ _]?step|train[ _]?step|steps(?=:\\s{0,4}\\d{1,12}\\s{1,4}loss\\b)|step|iteration|iter)\\b[\\s\\[:=#]{0,12}(\\d{1,12})(\\s?/\\s?\\d{1,12})?(?![\\d.])");
    private static final Pattern EPOCH = Pattern.compile("(?i)\\bepoch\\b[\\s\\[:=#]{0,8}(\\d{1,6})(?![\\d.])");
    private static final String UNIT = "(ms|us|s|secs?|seconds)";
    private static final Pattern NAMED = Pattern.compile(
            "(?i)(?<!data[ _])\\b(?:(?:step|iter|iteration|batch)[ _]?time|elapsed[ _]time[ _]per[ _]iteration|time|took|dt)(?:(?: ?\\(|_)"
                    + UNIT + "\\b\\)?|\\b)[\\s:=]{0,8}(\\d{1,9}(?:\\.\\d{1,12})?)(?![\\d.:])(?:\\s?" + UNIT + "\\b)?");
    private static final Pattern TRAILING = Pattern.compile("(?i)(?<![\\d.:])(\\d{1,9}(?:\\.\\d{1,12})?)\\s?" + UNIT
            + "(?:\\s?/\\s?(?:step|it|iter|iteration)\\b|\\s*$)");
    private static final Pattern DATA = Pattern.compile(
            "(?i)\\bdata(?:[ _]?time)?\\b[\\s:=]{0,8}(\\d{1,9}(?:\\.\\d{1,12})?)(?![\\d.:])(?:\\s?" + UNIT + "\\b)?");
    private static final Pattern LOSS =
            Pattern.compile("(?i)\\bloss\\b[\\s:=]{0,8}(-?\\d{1,20}(?:\\.\\d{1,20})?(?:e[+-]?\\d{1,3})?|nan|[+-]?inf)");

    private StepText() {}

    /** @param isTimed whether the line has a time: then a step's number alone tells something */
    static Optional<LogStep> of(String text, boolean isTimed) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!(lower.contains("step") || lower.contains("iter") || lower.contains("epoch"))) {
            return Optional.empty();
        }
        Matcher both = BOTH.matcher(text);
        Matcher step = STEP.matcher(text);
        boolean hasBoth = both.find();
        if (!hasBoth && !step.find()) {
            return Optional.empty();
        }
        Matcher epoch = EPOCH.matcher(text);
        boolean hasEpoch = hasBoth || epoch.find();
        double seconds = seconds(text);
        Matcher loss = LOSS.matcher(text);
        boolean hasLoss = loss.find();
        if (!(isTimed || hasEpoch || hasLoss || !Double.isNaN(seconds))) {
            return Optional.empty();
        }
        long pass = hasBoth ? Long.parseLong(both.group(1)) : hasEpoch ? Long.parseLong(epoch.group(1)) : 0;
        long number = Long.parseLong(hasBoth ? both.group(2) : step.group(1));
        Matcher data = DATA.matcher(text);
        double waited = data.find() ? inSeconds(data.group(1), data.group(2)) : Double.NaN;
        return Optional.of(
                new LogStep(pass, number, seconds, waited, hasLoss ? number(loss.group(1)) : Double.NaN, hasLoss));
    }

    private static double seconds(String text) {
        Matcher named = NAMED.matcher(text);
        if (named.find()) {
            String unit = named.group(1);
            return inSeconds(named.group(2), unit == null ? named.group(3) : unit);
        }
        Matcher trailing = TRAILING.matcher(text);
        return trailing.find() ? inSeconds(trailing.group(1), trailing.group(2)) : Double.NaN;
    }

    /** Without a unit: seconds. */
    static double inSeconds(String number, @Nullable String unit) {
        double value = Double.parseDouble(number);
        if (unit == null) {
            return value;
        }
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "ms" -> value / 1e3;
            case "us" -> value / 1e6;
            default -> value;
        };
    }

    private static double number(String text) {
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
