package dev.amdahl.core.internal.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.BoundedText;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PrivateFiles;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Workbench.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Looks at a work tree: no link is followed, nothing hidden or private is shown, secrets are taken out, and everything has a bound. Not
 * thread-safe.
 */
final class BenchFiles {
    /** Of a file that is read, searched or written. */
    static final int MAX_BYTES = 1 << 20;

    private static final int MAX_ENTRIES = 400;
    private static final int MAX_LINES = 400;
    private static final int MAX_CHARACTERS = 16_000;
    private static final int MAX_LINE = 400;
    private static final int MAX_MATCHES = 80;
    private static final int MAX_PATTERN = 400;
    private static final int MAX_CHOICES = 8;
    /** What a pattern can repeat, or choose from, without reading on: no bound of steps counts that. */
    private static final Pattern IDLE = Pattern.compile("\\)\\{|(?<!\\[)[\\^$][?*+{]|\\{[\\d,]*\\d{4}|\\(\\?\\w*x");

    private static final Pattern CHOICE = Pattern.compile("\\||\\)[?*+]");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);
    private static final String WITHOUT_WIDTH = "bBAGzZk123456789";
    private static final int MAX_SEARCHED_FILES = 50_000;
    private static final long MAX_SEARCHED_BYTES = 128L << 20;
    /** Of one line. */
    private static final long MAX_STEPS = 5_000_000;

    private static final Duration MAX_SEARCH = Duration.ofSeconds(10);
    private static final String POINTER = "version https://git-lfs.github.com/spec/";

    private final Path tree;
    private final PatchFilter filter;

    BenchFiles(Path tree, PatchFilter filter) {
        this.tree = tree;
        this.filter = filter;
    }

    /** Returns where a path leads, every part of which is a plain file or folder that may be shown, or is not there. */
    Path place(String path) throws BenchRefusal {
        String checked;
        try {
            checked = PatchPath.checked(path);
        } catch (PatchRefusedException wrong) {
            throw new BenchRefusal(Refusal.NO_PATH, String.valueOf(wrong.getMessage()));
        }
        Path at = tree;
        for (Path part : Path.of(checked)) {
            BenchRefusal.unless(
                    isShown(String.valueOf(part)),
                    Refusal.PRIVATE,
                    PatchPath.shown(path) + " is hidden, or holds secrets by its name");
            at = at.resolve(part);
            BenchRefusal.unless(
                    !Files.isSymbolicLink(at), Refusal.LINK, PatchPath.shown(path) + " leads through a link");
            BenchRefusal.unless(
                    at.equals(tree.resolve(checked))
                            || Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)
                            || !Files.exists(at, LinkOption.NOFOLLOW_LINKS),
                    Refusal.NOT_THERE,
                    PatchPath.shown(path) + " lies below what is no folder");
        }
        BenchRefusal.unless(
                !PrivateFiles.isPrivate(checked),
                Refusal.PRIVATE,
                PatchPath.shown(path) + " holds secrets by its name");
        return at;
    }

    private static boolean isShown(String name) {
        return !name.startsWith(".") && !PrivateFiles.isPrivate(name);
    }

    /** Returns the text of a file; empty if nothing is there. */
    Optional<String> text(String path) throws BenchRefusal, IOException {
        Path file = place(path);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        BenchRefusal.unless(
                Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS),
                Refusal.NOT_THERE,
                PatchPath.shown(path) + " is no plain file");
        BenchRefusal.unless(
                Files.size(file) <= MAX_BYTES,
                Refusal.TOO_LARGE,
                PatchPath.shown(path) + " has " + Files.size(file) + " bytes; at most " + MAX_BYTES + " are read");
        return Optional.of(decoded(path, Files.readAllBytes(file)));
    }

    private static String decoded(String path, byte[] bytes) throws BenchRefusal {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            BenchRefusal.unless(text.indexOf('\0') < 0, Refusal.NO_TEXT, PatchPath.shown(path) + " is a binary file");
            BenchRefusal.unless(
                    !text.startsWith(POINTER),
                    Refusal.NO_TEXT,
                    PatchPath.shown(path) + " is a pointer of Git LFS: its content is not in the work tree");
            return text;
        } catch (CharacterCodingException binary) {
            throw new BenchRefusal(Refusal.NO_TEXT, PatchPath.shown(path) + " is not UTF-8 text");
        }
    }

    String list(String folder) throws BenchRefusal, IOException {
        Path place = folder.isEmpty() || folder.equals(".") ? tree : place(folder.replaceFirst("/+$", ""));
        BenchRefusal.unless(
                Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS),
                Refusal.NOT_THERE,
                PatchPath.shown(folder) + " is not a folder of this commit");
        TreeSet<String> names = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (isShown(name)) {
                    names.add(name);
                }
            }
        }
        // A checkout makes no empty folder but for a repository inside this one.
        BenchRefusal.unless(
                !names.isEmpty() || place.equals(tree) || !isEmpty(place),
                Refusal.SUBMODULE,
                PatchPath.shown(folder) + " is a submodule, which is not checked out");
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            if (lines.size() == MAX_ENTRIES) {
                lines.add("(" + (names.size() - MAX_ENTRIES) + " more)");
                break;
            }
            lines.add(entry(place.resolve(name), name));
        }
        return String.join("\n", lines);
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        }
    }

    private String entry(Path entry, String name) throws IOException {
        String shown = shown(name);
        if (Files.isSymbolicLink(entry)) {
            return shown + " (a link, not followed)";
        }
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            return shown + (isEmpty(entry) ? "/ (a submodule, not checked out)" : "/");
        }
        return shown + " (" + Files.size(entry) + " bytes" + (filter.allows(relative(entry)) ? ", editable)" : ")");
    }

    /** On one line: a name may hold the end of one. */
    private static String shown(String name) {
        return Redaction.of(name).replaceAll("\\p{Cntrl}", "?");
    }

    private String relative(Path file) {
        return tree.relativize(file).toString().replace('\\', '/');
    }

    String read(String path, int first, int count) throws BenchRefusal, IOException {
        String text = text(path)
                .orElseThrow(
                        () -> new BenchRefusal(Refusal.NOT_THERE, PatchPath.shown(path) + " is not at this commit"));
        List<String> lines = Redaction.lines(text);
        int from = Math.max(1, first);
        int last = (int) Math.min(lines.size(), (long) from + Math.max(1, Math.min(count, MAX_LINES)) - 1);
        BenchRefusal.unless(
                from <= last || lines.isEmpty(),
                Refusal.NOT_THERE,
                PatchPath.shown(path) + " has " + lines.size() + " lines, none from " + from);
        StringBuilder shown = new StringBuilder();
        int at = from;
        for (; at <= last && shown.length() < MAX_CHARACTERS; at++) {
            shown.append(at).append("| ").append(cut(lines.get(at - 1))).append('\n');
        }
        return path + ", lines " + from + " to " + (at - 1) + " of " + lines.size() + ":\n" + shown;
    }

    private static String cut(String line) {
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + " [cut]";
    }

    String search(String pattern, String glob) throws BenchRefusal, IOException {
        BenchRefusal.unless(
                !pattern.isEmpty() && pattern.length() <= MAX_PATTERN,
                Refusal.MALFORMED,
                "a pattern has 1 to " + MAX_PATTERN + " characters");
        Search search = new Search(compiled(pattern), matchers(glob));
        Files.walkFileTree(tree, search);
        String found = search.found.isEmpty() ? "no line matches" : String.join("\n", search.found);
        return search.stop.isEmpty() ? found : found + "\n(" + search.stop + ")";
    }

    private static Pattern compiled(String pattern) throws BenchRefusal {
        String bare = ESCAPE.matcher(pattern)
                .replaceAll(escape -> WITHOUT_WIDTH.contains(String.valueOf(escape.group(1))) ? "^" : "a");
        boolean isTame = !IDLE.matcher(bare).find()
                && (bare.indexOf('(') < 0 || CHOICE.matcher(bare).results().count() <= MAX_CHOICES);
        BenchRefusal.unless(
                isTame,
                Refusal.MALFORMED,
                "a pattern counts to 999, repeats no group and no place by braces, and where it has groups it has at most "
                        + MAX_CHOICES + " alternatives and repeated groups; search more than once");
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException wrong) {
            throw new BenchRefusal(
                    Refusal.MALFORMED, "no regular expression of Java: " + wrong.getDescription() + "; quote with \\");
        }
    }

    private static List<PathMatcher> matchers(String glob) throws BenchRefusal {
        try {
            return glob.isEmpty() ? List.of() : PatchFilter.matchers(glob).toList();
        } catch (InvalidInputException wrong) {
            throw new BenchRefusal(Refusal.MALFORMED, PatchPath.shown(glob) + " is not a glob, such as src/**");
        }
    }

    private final class Search extends SimpleFileVisitor<Path> {
        private final Pattern pattern;
        private final List<PathMatcher> globs;
        private final long end = System.nanoTime() + MAX_SEARCH.toNanos();
        private final List<String> found = new ArrayList<>();
        private String stop = "";
        private int files;
        private long bytes;

        Search(Pattern pattern, List<PathMatcher> globs) {
            this.pattern = pattern;
            this.globs = globs;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(tree) || isShown(String.valueOf(folder.getFileName()))
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = relative(file);
            boolean isSearched = attributes.isRegularFile()
                    && attributes.size() <= MAX_BYTES
                    && !PrivateFiles.isPrivate(path)
                    && isShown(String.valueOf(file.getFileName()))
                    && (globs.isEmpty() || globs.stream().anyMatch(glob -> glob.matches(tree.relativize(file))));
            if (!isSearched) {
                return FileVisitResult.CONTINUE;
            }
            files++;
            bytes += attributes.size();
            if (files > MAX_SEARCHED_FILES || bytes > MAX_SEARCHED_BYTES) {
                return stopped("the search ended after " + MAX_SEARCHED_FILES + " files or "
                        + (MAX_SEARCHED_BYTES >> 20) + " MiB; name a folder with a glob");
            }
            try {
                look(path, decoded(path, Files.readAllBytes(file)));
            } catch (BenchRefusal | IOException noText) {
                return FileVisitResult.CONTINUE;
            } catch (BoundedText.TooManySteps | StackOverflowError late) {
                return stopped("the search ended after " + MAX_SEARCH.toSeconds() + " s in " + shown(path)
                        + "; write a simpler pattern, or name a folder with a glob");
            }
            return found.size() < MAX_MATCHES
                    ? FileVisitResult.CONTINUE
                    : stopped("more than " + MAX_MATCHES + " lines match; narrow the pattern or the glob");
        }

        private FileVisitResult stopped(String why) {
            stop = why;
            return FileVisitResult.TERMINATE;
        }

        /** What is shown is matched once more without its secrets: no pattern tells one letter by letter. */
        private void look(String path, String text) {
            List<String> raw = text.lines().toList();
            List<String> clean = List.of();
            for (int i = 0; i < raw.size() && found.size() < MAX_MATCHES; i++) {
                if (isMatched(raw.get(i))) {
                    clean = clean.isEmpty() ? Redaction.lines(text) : clean;
                    if (isMatched(clean.get(i))) {
                        found.add(shown(path) + ":" + (i + 1) + ": " + cut(clean.get(i)));
                    }
                }
            }
        }

        private boolean isMatched(String line) {
            if (System.nanoTime() - end > 0) {
                throw new BoundedText.TooManySteps();
            }
            return pattern.matcher(new BoundedText(line, MAX_STEPS)).find();
        }
    }
}
