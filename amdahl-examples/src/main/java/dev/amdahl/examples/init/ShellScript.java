package dev.amdahl.examples.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The commands of a shell script, as far as its text tells: one that branches, loops or expands what is not known is not told. */
final class ShellScript {
    private static final String SPECIAL = "|&;<>(){}`";

    private ShellScript() {}

    /**
     * Splits a script into commands of words, quotes removed. Lines that end with a backslash go on; comments are left out.
     *
     * @return empty where a word is expanded from something, or a command is more than words
     */
    static Optional<List<List<String>>> commands(List<String> lines) {
        List<List<String>> commands = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : lines) {
            if (line.endsWith("\\")) {
                open.append(line, 0, line.length() - 1).append(' ');
                continue;
            }
            Optional<List<String>> words = words(open + line);
            open.setLength(0);
            if (words.isEmpty()) {
                return Optional.empty();
            }
            if (!words.get().isEmpty()) {
                commands.add(words.get());
            }
        }
        return Optional.of(commands);
    }

    /** Splits one line into words; empty if the shell would do more than that. */
    static Optional<List<String>> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '$' && quote != '\'') {
                return Optional.empty();
            }
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else if (c == '\\' && quote == '"' && i + 1 < line.length()) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else if (c == '#' && !inWord) {
                break;
            } else if (SPECIAL.indexOf(c) >= 0) {
                return Optional.empty();
            } else {
                inWord = true;
                if (c == '\'' || c == '"') {
                    quote = c;
                } else if (c == '\\' && i + 1 < line.length()) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            }
        }
        if (quote != 0) {
            return Optional.empty();
        }
        if (inWord) {
            words.add(word.toString());
        }
        return Optional.of(words);
    }
}
