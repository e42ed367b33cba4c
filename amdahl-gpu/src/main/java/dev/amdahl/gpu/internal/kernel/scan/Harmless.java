package dev.amdahl.gpu.internal.kernel.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Attributes and pragmas that change nothing of what a kernel computes. */
final class Harmless {
    private static final String ONE =
            "(?:__)?(?:always_inline|noinline|unused|aligned|may_alias)(?:__)? (?:\\( (?:\\w+ )?(?:\\( \\w+ \\) )?\\) )?";
    private static final Pattern SEEN = Pattern.compile("(?<=^| )(?:__attribute(?:__)? \\( \\( " + ONE + "(?:, " + ONE
            + "){0,4}\\) \\) |_Pragma \\( unroll\" \\) |(?:alignas|__align__) \\( (?:[\\w*]+ ){1,9}(?:\\( \\w+ \\) )?\\) "
            + "|__launch_bounds__ \\( (?:[^(){};\\n\"]++|\\( [^(){};\\n\"]*+\\) )*+\\) )");
    private static final Pattern PRAGMA = Pattern.compile("\\s*(?:GCC\\s*)?(?:no)?unroll[\\w\\s()]*");

    private Harmless() {}

    /** Returns the tokens without them. */
    static List<Token> without(List<Token> tokens) {
        StringBuilder text = new StringBuilder();
        int[] starts = new int[tokens.size() + 1];
        for (int i = 0; i < tokens.size(); i++) {
            text.append(shown(tokens.get(i))).append(' ');
            starts[i + 1] = text.length();
        }
        List<Token> left = new ArrayList<>();
        Matcher seen = SEEN.matcher(text);
        int next = 0;
        while (seen.find()) {
            for (; starts[next] < seen.start(); next++) {
                left.add(tokens.get(next));
            }
            while (starts[next] < seen.end()) {
                next++;
            }
        }
        left.addAll(tokens.subList(next, tokens.size()));
        return left;
    }

    /** Without spaces of its own; a string and a directive are told apart from what they say. */
    private static String shown(Token token) {
        return switch (token.kind()) {
            case STRING -> PRAGMA.matcher(token.text()).matches() ? "unroll\"" : "\"";
            case DIRECTIVE -> "\n";
            case CHARACTER -> "\"";
            default -> token.text();
        };
    }
}
