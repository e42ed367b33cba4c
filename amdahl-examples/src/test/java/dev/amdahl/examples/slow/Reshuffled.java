package dev.amdahl.examples.slow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program under other names, with its functions in another order, by a seed: functions, variables, and the file itself. Used once. */
final class Reshuffled {
    private static final String[] SYLLABLES = {
        "ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"
    };

    private static final Set<String> KEPT =
            Set.of("_", "main", "argc", "argv", "args", "int", "long", "char", "unsigned", "double");

    private static final Map<String, List<Pattern>> DECLARED = Map.of(
            "c",
            List.of(Pattern.compile("\\b(?:int|long|char|unsigned|double|size_t|FILE|void)\\s+\\**([a-z_]\\w*)")),
            "java",
            List.of(
                    Pattern.compile("\\b(?:int|long|void|[A-Z]\\w*(?:<\\w+>)?)\\s+([a-z]\\w*)"),
                    Pattern.compile("\\bclass (Job)\\b")),
            "python",
            List.of(
                    Pattern.compile("\\bdef (\\w+)"),
                    Pattern.compile("\\bfor (\\w+) in"),
                    Pattern.compile("(?m)^\\s*(\\w+) = "),
                    Pattern.compile("\\bdef \\w+\\((\\w+)"),
                    Pattern.compile("\\bdef \\w+\\(\\w+, (\\w+)")));

    /** What is left as it is: literals, comments, and lines that name other files; else one word. */
    private static final Pattern TOKEN = Pattern.compile(
            "\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|/\\*.*?\\*/|(?m:^(?:#|import )[^\\n]*$)|[A-Za-z_]\\w*",
            Pattern.DOTALL);

    private static final Map<String, Pattern> FUNCTIONS = Map.of(
            "c", Pattern.compile("^static [^\\n;=]*\\) \\{\\n.*?^}\\n", Pattern.MULTILINE | Pattern.DOTALL),
            "java", Pattern.compile("^    (?:public )?static .*?^    }\\n", Pattern.MULTILINE | Pattern.DOTALL),
            "python", Pattern.compile("^def .*?\\n(?=\\n\\n)", Pattern.MULTILINE | Pattern.DOTALL));

    private final SlowProgram program;
    private final Random random;
    private final Map<String, String> names = new HashMap<>();

    private Reshuffled(SlowProgram program, long seed) {
        this.program = program;
        random = new Random(seed + program.name().hashCode());
    }

    static SlowProgram of(SlowProgram program, long seed) {
        return new Reshuffled(program, seed).written();
    }

    private SlowProgram written() {
        String text = program.text();
        name(text);
        String stem = program.language().equals("java")
                ? requireNonNull(names.get("Job"))
                : fresh(text, UnaryOperator.identity());
        Map<String, String> files = new TreeMap<>(program.files());
        files.remove(program.source());
        files.computeIfPresent("Makefile", (file, rule) -> rule.replaceAll("\\bjob\\b", stem));
        SlowProgram other = new SlowProgram(program.language(), program.name(), stem, files);
        files.put(other.source(), shuffled(renamed(text)));
        return new SlowProgram(program.language(), program.name(), stem, files);
    }

    private void name(String text) {
        Set<String> declared = new TreeSet<>();
        for (Pattern pattern : requireNonNull(DECLARED.get(program.language()))) {
            Matcher found = pattern.matcher(text);
            for (int at = 0; found.find(at); at = Math.max(found.start(1), found.start() + 1)) {
                declared.add(found.group(1));
            }
        }
        declared.removeAll(KEPT);
        declared.removeIf(
                name -> Pattern.compile("(?:\\.|->)" + name + "\\b|[(, ]" + name + "=[^=]|import " + name + "\\b")
                        .matcher(text)
                        .find());
        Set<String> given = new HashSet<>();
        for (String name : declared) {
            boolean isType = Character.isUpperCase(name.charAt(0));
            String other = fresh(
                    text + given, word -> isType ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word);
            given.add(other);
            names.put(name, other);
        }
    }

    private String fresh(String text, UnaryOperator<String> shape) {
        while (true) {
            StringBuilder word = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            String shaped = shape.apply(word.toString());
            if (!text.contains(shaped)) {
                return shaped;
            }
        }
    }

    private String renamed(String text) {
        return TOKEN.matcher(text)
                .replaceAll(token -> Matcher.quoteReplacement(names.getOrDefault(token.group(), token.group())));
    }

    /** C needs to be told of functions that come later. */
    private String shuffled(String text) {
        List<String> functions = new ArrayList<>();
        Matcher found = requireNonNull(FUNCTIONS.get(program.language())).matcher(text);
        while (found.find()) {
            functions.add(found.group());
        }
        List<String> order = new ArrayList<>(functions);
        Collections.shuffle(order, random);
        StringBuilder out = new StringBuilder();
        int at = 0;
        found.reset();
        for (int i = 0; found.find(); i++) {
            out.append(text, at, found.start());
            if (i == 0 && program.language().equals("c")) {
                functions.forEach(
                        each -> out.append(each, 0, each.indexOf(" {\n")).append(";\n"));
                out.append('\n');
            }
            out.append(order.get(i));
            at = found.end();
        }
        return out.append(text.substring(at)).toString();
    }
}
