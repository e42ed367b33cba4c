package dev.amdahl.examples.slow;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands for a model: it sees the briefing alone, and knows what is often slow in any program, as patterns of text. It is as careless as one
 * may be: that a change does the same is for the loop to find out. Stateless.
 */
final class PatternAdvisor implements Advisor {
    private static final Map<String, Map<String, UnaryOperator<String>>> PATTERNS = Map.of(
            ".py",
            Map.of(
                    "look things up in a set",
                    PatternAdvisor::pythonSet,
                    "take from the front of a deque",
                    PatternAdvisor::pythonDeque,
                    "remember what a function gave",
                    PatternAdvisor::pythonMemory),
            ".java",
            Map.of(
                    "look things up in a set",
                    PatternAdvisor::javaSet,
                    "join text in a builder",
                    PatternAdvisor::javaBuilder,
                    "compile a pattern once",
                    PatternAdvisor::javaPattern),
            ".c",
            Map.of(
                    "append where the text ends",
                    PatternAdvisor::cAppend,
                    "read through a buffer",
                    PatternAdvisor::cRead));

    @Override
    public List<Proposal> propose(Briefing briefing) {
        List<Proposal> proposals = new ArrayList<>();
        briefing.source().stream()
                .map(SourceWindow::file)
                .distinct()
                .forEach(file -> briefing.source(file)
                        .ifPresent(whole -> new TreeMap<>(
                                        PATTERNS.getOrDefault(file.replaceFirst("^.*\\.", "."), Map.of()))
                                .forEach((title, pattern) -> diff(whole, pattern)
                                        .ifPresent(diff -> proposals.add(proposal(title, file, diff))))));
        return proposals;
    }

    private static Proposal proposal(String title, String file, String diff) {
        return new Proposal(
                title,
                List.of(Bottleneck.HOST_SERIAL, Bottleneck.REDUNDANT_WORK),
                new PatchChange(diff, List.of(file)),
                OptionalDouble.of(.5),
                new Provenance(Provenance.Origin.MODEL, "patterns"));
    }

    private static Optional<String> diff(SourceWindow file, UnaryOperator<String> pattern) {
        String before = String.join("\n", file.lines());
        String after = pattern.apply(before);
        if (after.equals(before)) {
            return Optional.empty();
        }
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                "a/" + file.file(),
                "b/" + file.file(),
                file.lines(),
                DiffUtils.diff(file.lines(), after.lines().toList()),
                3);
        return Optional.of(String.join("\n", diff) + "\n");
    }

    /** A list that is only asked whether it holds something. */
    private static String pythonSet(String text) {
        Matcher made = Pattern.compile("(?m)^ *(\\w+) = \\[\\]$").matcher(text);
        String after = text;
        while (made.find()) {
            String name = made.group(1);
            String code = text.replaceAll("(?s)\"{3}.*?\"{3}", "");
            boolean isAsked = has(text, "\\bif \\w+ (?:not )?in " + name + "\\b(?!\\[|\\.)");
            if (isAsked
                    && onlyUsed(code, name, "(?: in N\\b(?!\\[|\\.)|\\bN\\.append\\(|\\blen\\(N\\)|\\bN = \\[\\])")) {
                after = after.replaceAll("\\b" + name + " = \\[\\]", name + " = set()")
                        .replaceAll("\\b" + name + "\\.append\\(", name + ".add(");
            }
        }
        return after;
    }

    private static String pythonDeque(String text) {
        Matcher taken = Pattern.compile("\\b(\\w+)\\.pop\\(0\\)").matcher(text);
        String after = text;
        while (taken.find()) {
            String name = taken.group(1);
            after = after.replaceAll("\\b" + name + "\\.pop\\(0\\)", name + ".popleft()")
                    .replaceAll("(?m)^( *)" + name + " = (\\[.*\\])$", "$1" + name + " = collections.deque($2)");
        }
        return after.contains("collections.deque(") ? imported(after, "collections") : text;
    }

    /** A function of one value that shows no effect, and is called in a loop. */
    private static String pythonMemory(String text) {
        Matcher defined = Pattern.compile("(?m)^def (\\w+)\\(\\w+\\):\\n((?: .*\\n|\\n)*)")
                .matcher(text);
        String after = text;
        while (defined.find()) {
            boolean isPlain = !has(defined.group(2), "\\b(?:print|open|yield|global|write|append)\\b");
            boolean isLooped = has(text, "(?m)^( *)for .*:\\n(?:\\1 +.*\\n)*?\\1 +.*\\b" + defined.group(1) + "\\(");
            if (isPlain && isLooped) {
                after = after.replace(
                        "def " + defined.group(1) + "(",
                        "@functools.lru_cache(maxsize=None)\ndef " + defined.group(1) + "(");
            }
        }
        return after.equals(text) ? text : imported(after, "functools");
    }

    private static String imported(String text, String module) {
        return text.replaceFirst("(?m)^import ", "import " + module + "\nimport ");
    }

    private static String javaSet(String text) {
        return inBlocks(text, "List<(\\w+)> (\\w+) = new ArrayList<>\\(\\);", (made, block) -> {
            String name = made.group(2);
            boolean isAsked = has(block, "\\b" + name + "\\.contains\\(");
            return isAsked && onlyUsed(block, name, "(?:\\bN\\.(?:contains|add|size)\\(|> N = new)")
                    ? block.replaceFirst(
                            Pattern.quote(made.group()),
                            "java.util.Set<" + made.group(1) + "> " + name + " = new java.util.HashSet<>();")
                    : block;
        });
    }

    private static String javaBuilder(String text) {
        return inBlocks(text, "String (\\w+) = \"\";", (made, block) -> {
            String name = made.group(1);
            boolean isJoined = has(block, "\\b" + name + " \\+= ");
            return isJoined && onlyUsed(block, name, "(?:\\bN \\+= |\\breturn N;|\\bString N = )")
                    ? block.replaceFirst(
                                    Pattern.quote(made.group()), "StringBuilder " + name + " = new StringBuilder();")
                            .replaceAll("\\b" + name + " \\+= (.*);", name + ".append($1);")
                            .replaceAll("\\breturn " + name + ";", "return " + name + ".toString();")
                    : block;
        });
    }

    private static String javaPattern(String text) {
        Matcher made = Pattern.compile(
                        "(?m)^ {12,}Pattern (\\w+) = (Pattern\\.compile\\(\"(?:[^\"\\\\]|\\\\.)*\"\\));$")
                .matcher(text);
        String after = text;
        int number = 0;
        while (made.find()) {
            String once = "ONCE_" + ++number;
            after = after.replace(
                            "Pattern " + made.group(1) + " = " + made.group(2),
                            "Pattern " + made.group(1) + " = " + once)
                    .replaceFirst(
                            "(?m)^(public |final )*class .*\\{$",
                            "$0\n"
                                    + Matcher.quoteReplacement(
                                            "    private static final Pattern " + once + " = " + made.group(2) + ";"));
        }
        return after;
    }

    private static String cAppend(String text) {
        return inBlocks(text, "\\b(\\w+)\\[0\\] = (?:0|'\\\\0');", (begun, block) -> {
            String name = begun.group(1);
            return has(block, "\\bstrcat\\(" + name + ", ")
                    ? block.replaceFirst(
                                    Pattern.quote(begun.group()),
                                    Matcher.quoteReplacement(begun.group() + " char *" + name + "_end = " + name + ";"))
                            .replaceAll("\\bstrcat\\(" + name + ", ", name + "_end = stpcpy(" + name + "_end, ")
                    : block;
        });
    }

    private static String cRead(String text) {
        String after = text.replaceAll("\\bread\\((\\w+), (&\\w+), 1\\)", "read_one($1, $2)");
        int includes = after.lastIndexOf("#include");
        return after.equals(text) || includes < 0
                ? text
                : new StringBuilder(after)
                        .insert(after.indexOf('\n', includes) + 1, """

                                static int read_one(int fd, void *into) {
                                    static unsigned char kept[65536];
                                    static long held, at;
                                    if (at == held) {
                                        at = 0;
                                        held = read(fd, kept, sizeof kept);
                                        if (held <= 0) {
                                            held = 0;
                                            return 0;
                                        }
                                    }
                                    *(unsigned char *)into = kept[at++];
                                    return 1;
                                }
                                """)
                        .toString();
    }

    private interface Rewrite {
        /** Returns the block from a declaration to its end, changed or as it was. */
        String of(MatchResult declaration, String block);
    }

    /** From each match to the end of the block around it. */
    private static String inBlocks(String text, String pattern, Rewrite rewrite) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        StringBuilder after = new StringBuilder();
        int at = 0;
        while (found.find(at)) {
            int end = end(text, found.end());
            after.append(text, at, found.start())
                    .append(rewrite.of(found.toMatchResult(), text.substring(found.start(), end)));
            at = end;
        }
        return after.append(text.substring(at)).toString();
    }

    private static int end(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (depth < 0) {
                return i;
            }
        }
        return text.length();
    }

    private static boolean has(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).find();
    }

    /** Each use of a name is one of those; N stands for the name. */
    private static boolean onlyUsed(String text, String name, String uses) {
        long all = Pattern.compile("\\b" + name + "\\b").matcher(text).results().count();
        return Pattern.compile(uses.replace("N", name)).matcher(text).results().count() == all;
    }
}
