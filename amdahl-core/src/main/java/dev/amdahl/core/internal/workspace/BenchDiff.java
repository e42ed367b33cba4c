package dev.amdahl.core.internal.workspace;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Workbench.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The unified diff between texts: as git writes it, with the secrets of the old text taken out of the lines that stay or go, which a
 * build puts back. Stateless, thread-safe.
 */
final class BenchDiff {
    private static final int MAX_CHARACTERS = 60_000;
    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+)(?:,\\d+)? \\+(\\d+)(?:,\\d+)? @@.*");

    private BenchDiff() {}

    /**
     * A file that was edited.
     *
     * @param before its text at the commit; empty if it is new
     * @param now its text; empty if it is gone
     */
    record Edit(Optional<String> before, Optional<String> now) {
        boolean isChange() {
            return !before.equals(now);
        }
    }

    /**
     * Returns the diff of some files, by their paths; empty text where nothing differs.
     *
     * @param folder for what lies beside the trees meanwhile
     */
    static String of(Map<String, Edit> edits, Path folder) throws BenchRefusal, IOException {
        Path place = Files.createTempDirectory(folder, "diff");
        try {
            for (Map.Entry<String, Edit> edit : edits.entrySet()) {
                put(place.resolve("a"), edit.getKey(), edit.getValue().before());
                put(place.resolve("b"), edit.getKey(), edit.getValue().now());
            }
            Ended ended = new Git(place)
                    .run(
                            "-c",
                            "core.quotePath=false",
                            "diff",
                            "--no-index",
                            "--no-color",
                            "--no-ext-diff",
                            "--no-textconv",
                            "--no-renames",
                            "--no-prefix",
                            "--diff-algorithm=myers",
                            "--unified=3",
                            "--",
                            "a",
                            "b");
            BenchRefusal.unless(
                    ended.output().length() <= MAX_CHARACTERS,
                    Refusal.TOO_LARGE,
                    "the changes are larger than a patch may be, which has " + MAX_CHARACTERS + " characters");
            return clean(ended.output(), edits);
        } finally {
            MoreFiles.deleteRecursively(place, RecursiveDeleteOption.ALLOW_INSECURE);
        }
    }

    private static void put(Path side, String path, Optional<String> text) throws IOException {
        Files.createDirectories(side);
        if (text.isPresent()) {
            Path file = side.resolve(path);
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, text.get());
        }
    }

    private static String clean(String diff, Map<String, Edit> edits) throws BenchRefusal {
        List<String> shown = new ArrayList<>();
        List<String> before = List.of();
        List<String> now = List.of();
        int old = 0;
        int fresh = 0;
        for (String line : diff.split("\n", -1)) {
            Matcher hunk = HUNK.matcher(line);
            if (line.startsWith("diff --git ")) {
                Map.Entry<String, Edit> edit = edit(line, edits);
                before = lines(edit.getValue().before());
                now = lines(edit.getValue().now());
                old = 0;
                fresh = 0;
                shown.add("diff --git a/" + edit.getKey() + " b/" + edit.getKey());
            } else if (hunk.matches()) {
                old = Integer.parseInt(hunk.group(1));
                fresh = Integer.parseInt(hunk.group(2));
                shown.add(line);
            } else if ((old == 0 && fresh == 0) || line.isEmpty() || line.startsWith("\\")) {
                shown.add(line);
            } else if (line.startsWith("+") && fresh > 0) {
                BenchRefusal.unless(
                        isPlain(now, fresh++, line),
                        Refusal.MALFORMED,
                        "a changed line holds a secret; leave such lines as they are");
                shown.add(line);
            } else {
                String end = line.endsWith("\r") ? "\r" : "";
                boolean isPlain = isPlain(before, old, line);
                BenchRefusal.unless(
                        isPlain || before.get(old - 1).contains(Redaction.MARK),
                        Refusal.MALFORMED,
                        "a secret of several lines stands next to a change; leave the lines around it as they are");
                shown.add(isPlain ? line : line.charAt(0) + before.get(old - 1) + end);
                old++;
                fresh += line.startsWith("-") ? 0 : 1;
            }
        }
        return String.join("\n", shown);
    }

    /** Returns the lines without secrets, as git counts them; none of a text that holds no secret. */
    private static List<String> lines(Optional<String> text) throws BenchRefusal {
        String all = text.orElse("").replace("\r\n", "\n");
        if (!Redaction.isNeeded(all)) {
            return List.of();
        }
        BenchRefusal.unless(
                all.indexOf('\r') < 0,
                Refusal.MALFORMED,
                "a file that holds a secret has line ends that git does not know");
        return Redaction.lines(all);
    }

    /** Of a file that is on one side only, git names that side twice. */
    private static Map.Entry<String, Edit> edit(String header, Map<String, Edit> edits) {
        return edits.entrySet().stream()
                .filter(edit -> Stream.of("a/%s b/%s", "a/%s a/%s", "b/%s b/%s")
                        .anyMatch(form -> header.equals("diff --git " + form.replace("%s", edit.getKey()))))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("git names another file: " + header));
    }

    /** Returns whether nothing is taken out of a line of a text, which counts from 1. */
    private static boolean isPlain(List<String> clean, int number, String line) {
        return number > clean.size()
                || line.substring(1)
                        .stripTrailing()
                        .equals(clean.get(number - 1).stripTrailing());
    }
}
