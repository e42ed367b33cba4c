package dev.amdahl.spi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of a text before it leaves: for exports, prompts and logs alike. Knows keys by their form (those of clouds,
 * code hosts, registries, model providers and messengers, JWT, private keys), by their place (password of a URL or a command, header,
 * cookie, value of a name that says secret, token, password or key), encoded in base64, and broken over lines. Digests, UUIDs and numbers stay. Thread-safe.
 */
public final class Redaction {
    /** How what stands in the place of a secret begins. */
    public static final String MARK = "[redacted ";

    private static final Pattern BASIC = Pattern.compile(
            "(?i)\\b(?:basic\\s{1,4}|_?auth\\\\?[\"']?\\s{0,3}[:=]\\s{0,3}\\\\?[\"']?)([A-Za-z0-9+/_-]{8,2000}={0,2})");
    private static final Pattern BASE64 = Pattern.compile("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,20000}={0,2}");
    private static final Pattern JOINT = Pattern.compile("[/_-]");
    private static final int MIN_CODE = 24;
    private static final int MAX_JOINTS = 16;
    private static final int DIGITS = 6;
    private static final Pattern LINE_END = Pattern.compile("\\r?\\n|\\r");
    /** The end of a line with what the next one may begin with, signs that nobody sees, and colours of a terminal. */
    private static final Pattern BREAK =
            Pattern.compile("\\\\?(?:\\r?\\n|\\\\r?\\\\n|\\\\n)[ \\t]*(?:(?:\\d{1,6}[|:]|#|//|\\*|>|\\+)[ \\t]*)?"
                    + "|[\\u00ad\\u200b-\\u200f\\u2060\\ufeff]+|\\x1b\\[[0-9;]{0,20}m");

    private Redaction() {}

    private record Span(int from, int to, String what) {}

    private record Found(String what, String text) {}

    /** Returns the text with {@code [redacted …]} in the place of each secret. */
    public static String of(String text) {
        return replace(text, Redaction::mark);
    }

    /**
     * Returns the lines of the text without the secrets of the whole text, one for each line of it: a private key, which spans many, is found only
     * where they stand together. So redact first, and cut then.
     */
    public static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(replace(
                        text,
                        span -> mark(span)
                                + "\n".repeat((int)
                                        LINE_END.matcher(span.text()).results().count()))
                .lines()
                .toList());
        // The last line may have been of the secret alone.
        lines.addAll(Collections.nCopies((int) Math.max(0, text.lines().count() - lines.size()), ""));
        return List.copyOf(lines);
    }

    /**
     * Returns the same with some digits of its digest in the place of each secret, for names: two names that differ in a secret alone stay two, and
     * one stays itself wherever it is read.
     */
    public static String ofName(String name) {
        return replace(name, span -> MARK + span.what() + " " + digits(span.text()) + "]");
    }

    /** Returns whether the text holds something that {@link #of} would take out. */
    public static boolean isNeeded(String text) {
        return !of(text).equals(text);
    }

    private static List<Span> spans(String text, boolean decodes) {
        List<Span> spans = new ArrayList<>();
        String small = text.toLowerCase(Locale.ROOT);
        for (SecretForms.Form form : SecretForms.ALL) {
            if (form.isPossible(small)) {
                Matcher found = form.pattern().matcher(text);
                while (found.find()) {
                    spans.add(new Span(found.start(form.group()), found.end(form.group()), form.what()));
                }
            }
        }
        if (decodes) {
            if (small.contains("basic") || small.contains("auth")) {
                encoded(text, BASIC, 1, spans);
            }
            if (hasCode(text)) {
                encoded(text, BASE64, 0, spans);
            }
        }
        return spans;
    }

    /** Returns whether so many letters of base64 follow on each other that they may encode a secret. */
    private static boolean hasCode(String text) {
        int run = 0;
        for (int i = 0; i < text.length() && run < MIN_CODE; i++) {
            char c = text.charAt(i);
            boolean isLetter = (c >= '/' && c <= '9')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= 'a' && c <= 'z')
                    || c == '+'
                    || c == '-'
                    || c == '_';
            run = isLetter ? run + 1 : 0;
        }
        return run >= MIN_CODE;
    }

    /** Base64 whose content is text that holds a secret, or a name and a password. */
    private static void encoded(String text, Pattern pattern, int group, List<Span> spans) {
        Matcher found = pattern.matcher(text);
        while (found.find()) {
            String run = found.group(group);
            int from = found.start(group);
            boolean isPair = pattern.equals(BASIC) && decoded(run).indexOf(':') > 0;
            if (isPair || hides(run)) {
                spans.add(new Span(from, found.end(group), "secret"));
            } else {
                parts(run, from, spans);
            }
        }
    }

    private static boolean hides(String base64) {
        String decoded = decoded(base64);
        return !decoded.isEmpty() && !spans(decoded, false).isEmpty();
    }

    /** A path or a name may stand right before it or behind it, in letters of base64. */
    private static void parts(String run, int from, List<Span> spans) {
        Matcher joint = JOINT.matcher(run);
        int start = 0;
        int joints = 0;
        while (start < run.length()) {
            int end = joint.find() ? joint.start() : run.length();
            if (end - start >= MIN_CODE && hides(run.substring(start, end))) {
                spans.add(new Span(from + start, from + end, "secret"));
            } else if (start > 0
                    && joints <= MAX_JOINTS
                    && run.length() - start >= MIN_CODE
                    && hides(run.substring(start))) {
                spans.add(new Span(from + start, from + run.length(), "secret"));
                return;
            }
            start = end + 1;
            joints++;
        }
    }

    /** Empty if it is not the base64 of printable text. */
    private static String decoded(String base64) {
        try {
            String plain = base64.replace('-', '+').replace('_', '/').replace("=", "");
            String whole = plain.length() % 4 == 1 ? plain.substring(0, plain.length() - 1) : plain;
            String text = new String(Base64.getDecoder().decode(whole), ISO_8859_1);
            return text.chars().allMatch(c -> (c >= ' ' && c < 127) || c == '\n' || c == '\r' || c == '\t') ? text : "";
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Returns what a break has cut in two: looks once more with the lines joined. */
    private static List<Span> broken(String text) {
        if (text.chars().noneMatch(c -> c < ' ' || c == '\\' || c > '~')) {
            return List.of();
        }
        StringBuilder flat = new StringBuilder();
        NavigableMap<Integer, Integer> breaks = new TreeMap<>();
        Matcher lines = BREAK.matcher(text);
        int from = 0;
        while (lines.find()) {
            breaks.put(flat.length() + lines.start() - from, lines.end());
            flat.append(text, from, lines.start());
            from = lines.end();
        }
        if (breaks.isEmpty()) {
            return List.of();
        }
        flat.append(text, from, text.length());
        return spans(flat.toString(), true).stream()
                .filter(span -> !span.what().equals("secret") || isEncoded(flat, span))
                .filter(span -> Optional.ofNullable(breaks.higherKey(span.from()))
                        .filter(place -> place < span.to())
                        .isPresent())
                .map(span -> new Span(origin(breaks, span.from()), origin(breaks, span.to() - 1) + 1, span.what()))
                .toList();
    }

    /** A name at the end of a line is not followed by its value on the next. */
    private static boolean isEncoded(CharSequence flat, Span span) {
        return BASE64.matcher(flat.subSequence(span.from(), span.to())).matches();
    }

    private static int origin(NavigableMap<Integer, Integer> breaks, int flat) {
        Map.Entry<Integer, Integer> last = breaks.floorEntry(flat);
        return last == null ? flat : last.getValue() + flat - last.getKey();
    }

    private static String mark(Found found) {
        return MARK + found.what() + "]";
    }

    private static String replace(String text, Function<Found, String> mark) {
        List<Span> spans = spans(text, true);
        spans.addAll(broken(text));
        if (spans.isEmpty()) {
            return text;
        }
        StringBuilder clean = new StringBuilder();
        int at = 0;
        for (Span span : apart(spans)) {
            clean.append(text, at, span.from())
                    .append(mark.apply(
                            new Found(span.what().toLowerCase(Locale.ROOT), text.substring(span.from(), span.to()))));
            at = span.to();
        }
        return clean.append(text, at, text.length()).toString();
    }

    /** In their order; what overlaps becomes one, called as the first of them. */
    private static List<Span> apart(List<Span> spans) {
        Deque<Span> apart = new ArrayDeque<>();
        spans.stream()
                .sorted(Comparator.comparingInt(Span::from).thenComparingInt(found -> -found.to()))
                .forEach(span -> {
                    if (apart.isEmpty() || span.from() >= apart.getLast().to()) {
                        apart.add(span);
                    } else if (span.to() > apart.getLast().to()) {
                        Span first = apart.removeLast();
                        apart.add(new Span(first.from(), span.to(), first.what()));
                    }
                });
        return List.copyOf(apart);
    }

    private static String digits(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
