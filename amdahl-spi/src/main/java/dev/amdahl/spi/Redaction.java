package dev.amdahl.spi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of a text before it leaves: for exports, prompts and logs alike. Knows keys by their form (AWS, GitHub, GitLab,
 * Slack, Google, model providers, JWT, PEM), by their place (password of a URL, authorization header, value of a name that says secret,
 * token, password or key), encoded in base64, and broken over lines. Digests, UUIDs and numbers stay. Thread-safe.
 */
public final class Redaction {
    private static final Map<String, Pattern> FORMS = Map.of(
            "private key",
            Pattern.compile(
                    "-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?s:.){0,20000}?(?:-----END [A-Z ]{0,20}PRIVATE KEY-----|\\z)"),
            "AWS key",
            Pattern.compile("(?<![A-Za-z0-9])(?:AKIA|ASIA|AIDA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
            "GitHub token",
            Pattern.compile("(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22,120})"),
            "token",
            Pattern.compile("(?<![A-Za-z0-9])(?:glpat-[\\w-]{20}|xox[abprs]-[\\w-]{10,120}|AIza[\\w-]{35}"
                    + "|sk-[\\w-]{20,200}|hf_[A-Za-z0-9]{30,60}|npm_[A-Za-z0-9]{36})"),
            "JWT",
            Pattern.compile("(?<![A-Za-z0-9])eyJ[\\w-]{8,4000}\\.[\\w-]{8,4000}\\.[\\w-]{8,1000}"));

    private static final List<Pattern> PLACES = List.of(
            Pattern.compile("(?i)\\b[a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"']{0,100}:([^\\s@/\"']{1,200})@"),
            Pattern.compile(
                    "(?i)\\bauthorization[\"']?\\s{0,4}[:=]\\s{0,4}[\"']?(?:[a-z]{3,10}\\s{1,4})?([\\w.~+/=-]{6,2000})"),
            Pattern.compile("(?i)\\bbearer\\s{1,4}(?=[\\w.~+/-]{0,40}\\d)([\\w.~+/=-]{16,2000})"),
            Pattern.compile("(?i)\\baws.{0,30}?[\"'=:\\s]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
            Pattern.compile("(?i)(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key"
                    + "|credential)[\\w-]{0,20}(?:[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?|\\s{1,2})"
                    + "(?<=[:=]\\s{0,3}[\"']?|(?i:--[\\w-]{0,40})\\s{1,2})"
                    + "((?!\\d+(?:\\.\\d+)?(?![\\w-]))[^\\s\"',;&}\\])]{6,400})"));

    private static final Pattern BASIC = Pattern.compile("(?i)\\bbasic\\s{1,4}([A-Za-z0-9+/_-]{8,2000}={0,2})");
    private static final Pattern BASE64 = Pattern.compile("(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,20000}={0,2}");
    private static final Pattern BREAK = Pattern.compile("\\\\?(?:\\r?\\n|\\\\r?\\\\n|\\\\n)[ \\t]*");

    private Redaction() {}

    private record Span(int from, int to, String what) {}

    /** The text with {@code [redacted …]} in the place of each secret. */
    public static String of(String text) {
        List<Span> spans = spans(text, true);
        spans.addAll(broken(text));
        return replace(text, spans);
    }

    /** Whether the text holds something that {@link #of} would take out. */
    public static boolean isNeeded(String text) {
        return !of(text).equals(text);
    }

    private static List<Span> spans(String text, boolean decodes) {
        List<Span> spans = new ArrayList<>();
        FORMS.forEach((what, form) -> {
            Matcher found = form.matcher(text);
            while (found.find()) {
                spans.add(new Span(found.start(), found.end(), what));
            }
        });
        for (Pattern place : PLACES) {
            Matcher found = place.matcher(text);
            while (found.find()) {
                spans.add(new Span(found.start(1), found.end(1), "secret"));
            }
        }
        if (decodes) {
            encoded(text, BASIC, 1, spans);
            encoded(text, BASE64, 0, spans);
        }
        return spans;
    }

    /** Base64 whose content is text that holds a secret, or a name and a password. */
    private static void encoded(String text, Pattern pattern, int group, List<Span> spans) {
        Matcher found = pattern.matcher(text);
        while (found.find()) {
            String decoded = decoded(found.group(group));
            boolean isPair = pattern.equals(BASIC) && decoded.indexOf(':') > 0;
            if (isPair || (!decoded.isEmpty() && !spans(decoded, false).isEmpty())) {
                spans.add(new Span(found.start(group), found.end(group), "secret"));
            }
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

    /** What a break has cut in two: looks once more with the lines joined. */
    private static List<Span> broken(String text) {
        StringBuilder flat = new StringBuilder();
        List<int[]> places = new ArrayList<>();
        Matcher lines = BREAK.matcher(text);
        int from = 0;
        while (lines.find()) {
            places.add(new int[] {flat.length() + lines.start() - from, lines.end()});
            flat.append(text, from, lines.start());
            from = lines.end();
        }
        if (places.isEmpty()) {
            return List.of();
        }
        flat.append(text, from, text.length());
        return spans(flat.toString(), true).stream()
                .filter(span -> !span.what().equals("secret") || isEncoded(flat, span))
                .filter(span -> places.stream().anyMatch(place -> span.from() < place[0] && place[0] < span.to()))
                .map(span -> new Span(origin(places, span.from()), origin(places, span.to() - 1) + 1, span.what()))
                .toList();
    }

    /** A name at the end of a line is not followed by its value on the next. */
    private static boolean isEncoded(CharSequence flat, Span span) {
        return BASE64.matcher(flat.subSequence(span.from(), span.to())).matches();
    }

    private static int origin(List<int[]> places, int flat) {
        int shift = 0;
        int flatAtBreak = 0;
        for (int[] place : places) {
            if (place[0] > flat) {
                break;
            }
            shift = place[1];
            flatAtBreak = place[0];
        }
        return shift + flat - flatAtBreak;
    }

    private static String replace(String text, List<Span> spans) {
        if (spans.isEmpty()) {
            return text;
        }
        List<Span> ordered = spans.stream()
                .sorted(Comparator.comparingInt(Span::from).thenComparingInt(found -> -found.to()))
                .toList();
        StringBuilder clean = new StringBuilder();
        int at = 0;
        for (Span span : ordered) {
            if (span.from() >= at) {
                clean.append(text, at, span.from())
                        .append("[redacted ")
                        .append(span.what().toLowerCase(Locale.ROOT))
                        .append(']');
            }
            at = Math.max(at, span.to());
        }
        return clean.append(text, at, text.length()).toString();
    }
}
