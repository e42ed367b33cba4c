package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages and the pages that are read first say things as a native speaker would: no word of this list, which names a plainer one. */
final class WordsTest {
    private static final Map<Pattern, String> PLAINER = Map.ofEntries(
            word("stands? (in|there|twice|below|beside|alone|apart|at)", "is, is kept, occurs"),
            word("may stand", "may be"),
            word("anew", "again"),
            word("mend(s|ed|ing)?", "fix"),
            word("whoever", "anybody who"),
            word("outside of", "outside"),
            word("(runs?|ran) into its", "reached its"),
            word("make free space", "free some disk space"),
            word("nobody can tell", "is unknown"),
            word("is no (run id|verdict|win until)", "is not a"),
            word("for want of", "for lack of"),
            word("another amount of", "a different amount of"),
            word("(is|are|does|do) not \\w+ any more", "no longer"),
            word("writes? other (output|content)", "different"),
            word("in patience", "takes longer"),
            word("brings? (it )?back (a|the|its|from|another)", "restore"),
            word("(is|are) no (\\w+ )?(fractions|URL|setting|exit code|batch script|lever|pair)", "is not a"),
            word("(check|and|or|your|its) rights", "permissions"),
            word("(; |, |or )say --[\\w-]+", "use, give"),
            word("on what the length hangs", "what the length depends on"),
            word("lies (in|here|there|beside)|trials lie|to lie|must lie in (the|a)", "is, are, be"),
            word("more than nothing", "more than zero"),
            word("says not|knows it no more|nobody is told|told of what", "does not say, no longer knows it, notified"),
            word("say (yes|no) to|say it in at most", "approve, decline, use at most"),
            word("for all to read|in clear", "readable by everyone, unencrypted"),
            word("came to behave otherwise|did otherwise", "changed, behaved differently"),
            word("is the one of|what of the|of its own accord|of somebody else's", "is that of"),
            word("looked after|see to", "checked, check"),
            word("most often (for|by|shared)", "usually"),
            word("with another (request|password)", "with a different"),
            word("cannot be listened on|on no word", "cannot listen on"),
            word("tells? (of|too|no)|told (of|there)", "lists, reports, says"),
            word("(is|are) none of", "is not one of"),
            word("(?<!there )is no (folder|list|text|message|dictionary)", "is not a"),
            word("in drawn order", "in random order"),
            word("as it stands", "unchanged"),
            word("what holds (it|a \\w+) back", "what limits"),
            word("held against", "compared with"),
            word("in the place of", "instead of"));
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]*`");
    private static final List<String> FIRST_PAGES = List.of(
            "README.md",
            "docs/README.md",
            "docs/tour.md",
            "docs/guide.md",
            "docs/ab.md",
            "docs/report.md",
            "docs/review.md",
            "docs/operations.md",
            "docs/concepts.md",
            "docs/commands.md",
            "docs/install.md",
            "docs/init.md",
            "docs/pytorch.md",
            "docs/slurm.md",
            "docs/control-room.md",
            "docs/notify.md",
            "docs/mcp.md",
            "docs/ask.md",
            "docs/models.md",
            "docs/dream.md");

    private static Map.Entry<Pattern, String> word(String words, String plainer) {
        return Map.entry(Pattern.compile("\\b(" + words + ")\\b", Pattern.CASE_INSENSITIVE), plainer);
    }

    @Test
    void messagesAreInPlainWords() throws IOException {
        List<String> found = new ArrayList<>();
        int literals = 0;
        for (Path file : sources()) {
            String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
            Matcher literal = LITERAL.matcher(JOINED.matcher(code).replaceAll(""));
            while (literal.find()) {
                if (literal.group(1).indexOf(' ') > 0) {
                    literals++;
                    look(file.getFileName() + ": ", literal.group(1), found);
                }
            }
        }
        assertThat(literals).isGreaterThan(2000);
        assertThat(found).isEmpty();
    }

    @Test
    void thePagesThatAreReadFirstAreInPlainWords() throws IOException {
        List<String> found = new ArrayList<>();
        for (String page : FIRST_PAGES) {
            String prose =
                    CODE.matcher(Files.readString(Page.ROOT.resolve(page))).replaceAll("");
            prose.lines().forEach(line -> look(page + ": ", line, found));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void theListSeesWhatItIsFor() {
        List<String> found = new ArrayList<>();
        look("", "Why, in a few words; it stands in the ledger.", found);
        look("", "The ledger keeps it.", found);

        assertThat(found).singleElement().asString().contains("stands in", "is kept");
    }

    private static void look(String place, String text, List<String> found) {
        PLAINER.forEach((words, plainer) -> {
            Matcher match = words.matcher(text);
            if (match.find()) {
                found.add(place + "'" + match.group() + "' (say: " + plainer + ") in: " + text.strip());
            }
        });
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Page.ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/main/"))
                    .filter(file -> Page.ROOT.relativize(file).toString().startsWith("amdahl-"))
                    .collect(Collectors.toList());
        }
    }
}
