package dev.amdahl.examples.init;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a shell script, as far as its text tells: one that branches, loops or expands what is not known is not told. Variables
 * that it assigned before are expanded. Used once, not thread-safe.
 */
final class ShellScript {
    static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)", Pattern.DOTALL);

    private static final String SPECIAL = "|&<>(){}`*?";
    private static final String OR_EXIT = "\\|\\|\\s*exit(\\s+[0-9]+)?\\s*$";
    private static final Pattern VARIABLE =
            Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)(?::?-([^${}\"'`\\\\]*))?})");

    private final Map<String, String> variables;
    private final List<List<String>> commands = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private List<String> words = new ArrayList<>();
    private boolean inWord;

    private ShellScript(Map<String, String> variables) {
        this.variables = new HashMap<>(variables);
    }

    /**
     * Splits a script into commands of words, quotes removed. Lines that end with a backslash go on; comments are left out.
     *
     * @param known variables that are set when it starts
     * @return empty where a word is expanded from something else, or a command is more than words
     */
    static Optional<List<List<String>>> commands(List<String> lines, Map<String, String> known) {
        ShellScript script = new ShellScript(known);
        StringBuilder open = new StringBuilder();
        for (String line : lines) {
            if (line.endsWith("\\")) {
                open.append(line, 0, line.length() - 1).append(' ');
                continue;
            }
            if (!script.line((open + line).replaceFirst(OR_EXIT, ""))) {
                return Optional.empty();
            }
            open.setLength(0);
        }
        return Optional.of(script.commands);
    }

    /** Returns whether the shell would do no more with it than split it into commands of words. */
    private boolean line(String line) {
        char quote = 0;
        int i = 0;
        while (i < line.length()) {
            char c = line.charAt(i);
            if (c == '$' && quote != '\'') {
                Matcher variable = VARIABLE.matcher(line).region(i, line.length());
                if (!variable.lookingAt() || !expand(variable, quote != 0)) {
                    return false;
                }
                i = variable.end();
                continue;
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
                endWord();
            } else if (c == '#' && !inWord) {
                break;
            } else if (c == ';' || line.startsWith("&&", i)) {
                endCommand();
                i += c == ';' ? 0 : 1;
            } else if (SPECIAL.indexOf(c) >= 0) {
                return false;
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
            i++;
        }
        endCommand();
        return quote == 0;
    }

    /** Outside quotes a value is split at its white space, but not in an assignment. */
    private boolean expand(Matcher variable, boolean isQuoted) {
        String name = Optional.ofNullable(variable.group(1)).orElse(variable.group(2));
        String value = variables.getOrDefault(name, variable.group(3));
        if (value == null) {
            return false;
        }
        if (isQuoted || ASSIGNMENT.matcher(word).matches()) {
            inWord = true;
            word.append(value);
            return true;
        }
        if (value.chars().anyMatch(c -> "*?[~".indexOf(c) >= 0)) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isWhitespace(value.charAt(i))) {
                endWord();
            } else {
                inWord = true;
                word.append(value.charAt(i));
            }
        }
        return true;
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    private void endCommand() {
        endWord();
        if (words.isEmpty()) {
            return;
        }
        boolean isExport = words.get(0).equals("export");
        List<String> rest = isExport ? words.subList(1, words.size()) : words;
        if (isExport || isAssignment(words)) {
            rest.replaceAll(each -> isExport && variables.containsKey(each) ? each + "=" + variables.get(each) : each);
            rest.stream()
                    .map(ASSIGNMENT::matcher)
                    .filter(Matcher::matches)
                    .forEach(set -> variables.put(set.group(1), set.group(2)));
        }
        commands.add(words);
        words = new ArrayList<>();
    }

    /** Returns whether a command does nothing but set variables of the shell. */
    static boolean isAssignment(List<String> words) {
        return words.stream().allMatch(word -> ASSIGNMENT.matcher(word).matches());
    }
}
