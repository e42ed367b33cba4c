package dev.amdahl.examples.cli.common;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A verdict that begins a line, in the colour of what it means. */
final class Colors {
    private static final Pattern VERDICT = Pattern.compile(
            "(?m)^(?:(?<good>ok|WIN)|(?<open>warn|EQUIVALENT|INCONCLUSIVE|INSUFFICIENT)|(?<bad>fail|damaged|LOSS|REFUTED|INVALID))(?=[\\s:]|$)");
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private Colors() {}

    static String painted(String text) {
        return VERDICT.matcher(text).replaceAll(found -> colour((Matcher) found) + found.group() + PLAIN);
    }

    private static String colour(Matcher found) {
        return found.group("good") != null ? GREEN : found.group("open") != null ? YELLOW : RED;
    }
}
