package dev.amdahl.core.internal.refine.kernel;

import java.util.regex.Pattern;

/** The text of a source without its comments and the content of its literals. */
final class SourceText {
    private static final Pattern TOKENS = Pattern.compile(
            "//(?:\\\\\\R|[^\\n])*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'", Pattern.DOTALL);

    private SourceText() {}

    static String code(String source) {
        return TOKENS.matcher(source).replaceAll(token -> {
            char first = token.group().charAt(0);
            return first == '/' ? " " : "" + first + first;
        });
    }
}
