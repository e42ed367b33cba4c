package dev.amdahl.gpu.internal.kernel.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One token of CUDA C++.
 *
 * @param kind what it is
 * @param text as it stands; of a directive the whole line without comments, of a string its content
 * @param line from 1
 */
record Token(Kind kind, String text, int line) {
    private static final Pattern SPLICE = Pattern.compile("\\\\[ \\t]*\\r?\\n");
    private static final String QUOTED = "\"(?:[^\"\\\\\\n]++|\\\\.)*+\"|'(?:[^'\\\\\\n]++|\\\\.)++'";
    private static final Pattern COMMENT = Pattern.compile("(" + QUOTED + ")|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TOKENS = Pattern.compile(
            "(?<comment>//[^\\n]*|/\\*.*?(?:\\*/|$))"
                    + "|(?<raw>(?:u8|[uUL])?R\"(?<mark>[^()\\\\\\s]{0,16})\\((?<rawtext>.*?)\\)\\k<mark>\")"
                    + "|(?<string>(?:u8|[uUL])?\"(?<content>(?:\\\\.|[^\"\\\\\\n])*+)\")"
                    + "|(?<character>'(?:\\\\.|[^'\\\\\\n])++')"
                    + "|(?<directive>(?m:^)[ \\t]*#(?:" + QUOTED + "|/\\*.*?\\*/|[^\\n/\"']++|/(?![/*])|[\"'])*+)"
                    + "|(?<word>[A-Za-z_$][A-Za-z0-9_$]*)"
                    + "|(?<number>\\.?[0-9](?:[eEpP][+-]|[0-9A-Za-z_.']|'[0-9A-Za-z])*+)"
                    + "|(?<mark3><<<|>>>|##|::|[^\\s])"
                    + "|(?<space>\\s+)",
            Pattern.DOTALL);

    enum Kind {
        WORD,
        NUMBER,
        STRING,
        CHARACTER,
        DIRECTIVE,
        MARK
    }

    boolean is(String mark) {
        return (kind == Kind.MARK || kind == Kind.WORD) && text.equals(mark);
    }

    /** Returns whether a quote stands alone in a directive, so that compilers may differ on where the directive ends. */
    boolean isOpen() {
        return kind == Kind.DIRECTIVE
                && (text.contains("R\"") || text.replaceAll(QUOTED, "").matches("(?s).*[\"'].*"));
    }

    /** Returns the tokens of a text, comments left out. */
    static List<Token> of(String source) {
        String text = SPLICE.matcher(source)
                .replaceAll("")
                .replace("??=", "#")
                .replace("%:", "#")
                .replace("<%", "{")
                .replace("%>", "}")
                .replace("<:", "[")
                .replace(":>", "]");
        List<Token> tokens = new ArrayList<>();
        int line = 1;
        Matcher matcher = TOKENS.matcher(text);
        while (matcher.find()) {
            String found = matcher.group();
            add(tokens, matcher, line);
            line += (int) found.chars().filter(c -> c == '\n').count();
        }
        return tokens;
    }

    private static void add(List<Token> tokens, Matcher found, int line) {
        if (found.group("raw") != null) {
            tokens.add(new Token(Kind.STRING, found.group("rawtext"), line));
        } else if (found.group("string") != null) {
            tokens.add(new Token(Kind.STRING, found.group("content"), line));
        } else if (found.group("character") != null) {
            tokens.add(new Token(Kind.CHARACTER, found.group(), line));
        } else if (found.group("directive") != null) {
            String plain = COMMENT.matcher(found.group())
                    .replaceAll(part -> part.group(1) == null ? " " : Matcher.quoteReplacement(part.group()));
            tokens.add(new Token(Kind.DIRECTIVE, plain.strip().replaceFirst("^#\\s*", "#"), line));
        } else if (found.group("word") != null) {
            tokens.add(new Token(Kind.WORD, found.group(), line));
        } else if (found.group("number") != null) {
            tokens.add(new Token(Kind.NUMBER, found.group(), line));
        } else if (found.group("mark3") != null) {
            tokens.add(new Token(Kind.MARK, found.group(), line));
        }
    }
}
