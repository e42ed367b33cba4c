package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.amdahl.examples.pages.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every command that a page gives is one that the command line takes; nothing is run. */
final class CommandLinesTest {
    /** By the short name only where a command begins, as it is also the word for a ledger. */
    private static final Pattern COMMAND =
            Pattern.compile("(?:java -jar \\S*amdahl\\.jar|dev\\.amdahl\\.examples\\.cli\\.Main"
                    + "|(?:^|[`;|(]|\\$ |&& |: |[A-Z]=\\S{1,40} |\\./|/)\\s{0,8}amdahl) +([a-z-][^`]*)");

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

    /** A call without what the shell takes away, and of a synopsis the first way to read it. */
    private static List<String> arguments(String call) {
        String plain = Pattern.compile("\\[([^]|]*)[^]]*]").matcher(call).replaceAll(found -> {
            String option = found.group(1);
            return Matcher.quoteReplacement(option.startsWith(".") ? "" : option);
        });
        List<String> words = new ArrayList<>();
        for (MatchResult word : WORD.matcher(plain).results().toList()) {
            if (word.group().matches("#.*|[|>&;]|2>.*|&&|\\|\\|")) {
                break;
            }
            String text = word.group().replaceAll("['\"]", "");
            words.add(word.group().startsWith("-") || word.group().matches(".*['\"].*") ? text : first(text));
        }
        return words;
    }

    /** Of {@code a|b} the first; a single capital stands for a number. */
    private static String first(String word) {
        return word.replaceFirst("\\|.*", "").replaceFirst("^[A-Z]$", "1");
    }

    private static List<String> calls(Page page) {
        String text = String.join("\n", page.lines()).replaceAll("\\\\\n *", "");
        return text.lines()
                .flatMap(line -> COMMAND.matcher(line).results())
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void everyCommandOnAPageIsOneThatIsTaken() {
        int seen = 0;
        Set<String> shown = new HashSet<>();
        for (Page page : Page.all()) {
            for (String call : calls(page)) {
                seen++;
                List<String> given = arguments(call);
                shown.add(given.get(0));
                assertThatCode(() -> Commands.lineFor(given)
                                .setCaseInsensitiveEnumValuesAllowed(true)
                                .parseArgs(given.toArray(new String[0])))
                        .as("%s: %s", page.name(), call)
                        .doesNotThrowAnyException();
            }
        }
        assertThat(seen).isGreaterThan(120);
        assertThat(shown)
                .containsAll(Commands.lineFor(List.of()).getSubcommands().keySet());
    }
}
