package dev.amdahl.core.internal.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.CharMatcher;
import dev.amdahl.core.internal.workspace.BenchDiff.Edit;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A workbench on a git work tree. What is edited is held in memory as well: a patch is made of that, never of what else came to lie in
 * the tree, and nothing is ever built in it. Not thread-safe.
 */
final class GitWorkbench implements Workbench {
    private static final int MAX_TEXT = 64 << 10;
    static final int MAX_EDITED = 64;
    static final String MANY = "a patch touches at most " + MAX_EDITED + " files";
    private static final int MAX_NAMED = 12;

    private final Path folder;
    private final Path tree;
    private final Git git;
    private final String commit;
    private final SourceTree source;
    private final PatchFilter filter;
    private final Sandbox sandbox;
    private final BenchFiles files;
    private final BenchRuns runs;
    private final Map<String, Edit> edits = new TreeMap<>();

    /**
     * Checks the commit out.
     *
     * @param folder an empty one, removed at the end
     * @param limit of a build, and of the tests
     * @param environment of what is built and run
     */
    GitWorkbench(Path folder, JobSpec job, Sandbox sandbox, Duration limit, Map<String, String> environment) {
        SourceTree declared = job.source().orElseThrow();
        this.folder = folder;
        git = new Git(declared.repository().toAbsolutePath().normalize());
        commit = git.commit(declared.revision());
        source = declared;
        filter = PatchFilter.allowing(declared.editable());
        tree = folder.resolve("tree");
        this.sandbox = sandbox;
        files = new BenchFiles(tree, filter);
        runs = new BenchRuns(folder, git, commit, job, sandbox, limit, environment);
        git.checkOut(tree, commit);
    }

    @Override
    public Path tree() {
        return tree;
    }

    @Override
    public String commit() {
        return commit;
    }

    @Override
    public List<String> holding(List<String> command, List<Path> shown, Collection<String> names, Duration most) {
        return sandbox.holding(command, shown, names, most);
    }

    @Override
    public Answer list(String where) {
        return BenchRefusal.answer(() -> files.list(where));
    }

    @Override
    public Answer read(String file, int first, int lines) {
        return BenchRefusal.answer(() -> files.read(file, first, lines));
    }

    @Override
    public Answer search(String pattern, String glob) {
        return BenchRefusal.answer(() -> files.search(pattern, glob));
    }

    @Override
    public Answer replace(String file, String old, String text) {
        return BenchRefusal.answer(() -> {
            requireText(old);
            requireText(text);
            requireEditable(file);
            requireUntouched();
            Optional<String> now = files.text(file);
            String all;
            if (old.isEmpty()) {
                BenchRefusal.unless(
                        now.isEmpty(),
                        Refusal.AMBIGUOUS,
                        PatchPath.shown(file) + " is there: say what to replace in it");
                all = text;
            } else {
                all = replaced(
                        file,
                        now.orElseThrow(() ->
                                new BenchRefusal(Refusal.NOT_THERE, PatchPath.shown(file) + " is not at this commit")),
                        old,
                        text);
            }
            keep(file, now, Optional.of(all));
            return "done: " + file + " has " + Plurals.of(all.lines().count(), "line");
        });
    }

    private static String replaced(String file, String now, String old, String text) throws BenchRefusal {
        // Texts of models end their lines by a line feed alone; a file that never does keeps its own ends.
        boolean isOther = now.contains("\r\n")
                && !(old + text).contains("\r")
                && (!now.contains(old) || now.replace("\r\n", "").indexOf('\n') < 0);
        String sought = isOther ? old.replace("\n", "\r\n") : old;
        int at = now.indexOf(sought);
        BenchRefusal.unless(
                at >= 0,
                Refusal.NOT_FOUND,
                "the text to replace is not in " + PatchPath.shown(file)
                        + "; read the file again, without line numbers");
        int again = now.indexOf(sought, at + 1);
        BenchRefusal.unless(
                again < 0,
                Refusal.AMBIGUOUS,
                "the text to replace occurs in " + PatchPath.shown(file) + " more than once, in lines " + line(now, at)
                        + " and " + line(now, again) + "; give more of it");
        return now.substring(0, at)
                + (isOther ? text.replace("\n", "\r\n") : text)
                + now.substring(at + sought.length());
    }

    private static int line(String text, int at) {
        return 1 + CharMatcher.is('\n').countIn(text.substring(0, Math.max(0, at)));
    }

    @Override
    public Answer apply(String diff) {
        return BenchRefusal.answer(() -> {
            BenchRefusal.unless(
                    diff.length() <= MAX_TEXT,
                    Refusal.TOO_LARGE,
                    "a diff has at most " + MAX_TEXT + " characters, this one " + diff.length());
            requireUntouched();
            List<PatchFile> touched = parsed(diff);
            BenchRefusal.unless(touched.size() <= MAX_EDITED, Refusal.TOO_LARGE, MANY);
            Map<String, Optional<String>> before = new TreeMap<>();
            for (PatchFile file : touched) {
                requireEditable(file.path());
                before.put(file.path(), files.text(file.path()));
            }
            Map<String, Edit> after = applied(diff, before);
            for (Map.Entry<String, Edit> edit : after.entrySet()) {
                keep(edit.getKey(), edit.getValue().before(), edit.getValue().now());
            }
            return "done: " + named(before.keySet());
        });
    }

    /** Returns what a diff makes of files; what they hold is as it was if it makes nothing of them. */
    private Map<String, Edit> applied(String diff, Map<String, Optional<String>> before)
            throws BenchRefusal, IOException {
        Map<String, Edit> after = new TreeMap<>();
        try {
            WorkTree.apply(tree, new PatchChange(diff, List.copyOf(before.keySet())), source);
            for (Map.Entry<String, Optional<String>> file : before.entrySet()) {
                after.put(file.getKey(), new Edit(file.getValue(), files.text(file.getKey())));
            }
            return after;
        } catch (PatchRefusedException | BuildFailedException failed) {
            write(before);
            throw new BenchRefusal(
                    failed instanceof PatchRefusedException ? Refusal.MALFORMED : Refusal.NOT_FOUND,
                    Redaction.of(String.valueOf(failed.getMessage())));
        } catch (BenchRefusal noText) {
            write(before);
            throw noText;
        }
    }

    private static List<PatchFile> parsed(String diff) throws BenchRefusal {
        try {
            return UnifiedDiff.parse(diff);
        } catch (PatchRefusedException wrong) {
            throw new BenchRefusal(Refusal.MALFORMED, String.valueOf(wrong.getMessage()));
        }
    }

    /** Nothing that was taken out of what was shown may come back as a mark, and no half character. */
    private static void requireText(String text) throws BenchRefusal {
        BenchRefusal.unless(
                text.length() <= MAX_TEXT, Refusal.TOO_LARGE, "a text has at most " + MAX_TEXT + " characters");
        BenchRefusal.unless(
                text.indexOf('\0') < 0 && UTF_8.newEncoder().canEncode(text),
                Refusal.MALFORMED,
                "the text holds a NUL or half a character");
        BenchRefusal.unless(
                !text.contains(Redaction.MARK),
                Refusal.MALFORMED,
                "the text holds '" + Redaction.MARK + "...]', which stands for a secret: leave such lines as they are");
    }

    private void requireEditable(String file) throws BenchRefusal {
        files.place(file);
        BenchRefusal.unless(
                filter.allows(file),
                Refusal.NOT_EDITABLE,
                PatchPath.shown(file) + " is not one of the files that a patch may touch: " + source.editable()
                        + ", without those that control a build");
        BenchRefusal.unless(edits.containsKey(file) || edits.size() < MAX_EDITED, Refusal.TOO_LARGE, MANY);
    }

    /** What was edited must stand there as it was written; if not, it is written again. */
    private void requireUntouched() throws BenchRefusal, IOException {
        List<String> other = new ArrayList<>();
        for (Map.Entry<String, Edit> edit : edits.entrySet()) {
            boolean isOwn;
            try {
                isOwn = files.text(edit.getKey()).equals(edit.getValue().now());
            } catch (BenchRefusal strange) {
                isOwn = false;
            }
            if (!isOwn) {
                other.add(edit.getKey());
            }
        }
        if (!other.isEmpty()) {
            restore();
            throw new BenchRefusal(
                    Refusal.CHANGED_MEANWHILE,
                    "somebody else has changed " + named(other) + " in the work tree; it was put back, ask again");
        }
    }

    private void keep(String path, Optional<String> was, Optional<String> now) throws BenchRefusal, IOException {
        BenchRefusal.unless(
                now.filter(text -> text.length() > BenchFiles.MAX_BYTES).isEmpty(),
                Refusal.TOO_LARGE,
                PatchPath.shown(path) + " would have over " + BenchFiles.MAX_BYTES + " bytes");
        Optional<String> before = edits.containsKey(path) ? edits.get(path).before() : was;
        write(path, now);
        Edit edit = new Edit(before, now);
        if (edit.isChange()) {
            edits.put(path, edit);
        } else {
            edits.remove(path);
        }
    }

    private void write(Map<String, Optional<String>> texts) throws IOException {
        for (Map.Entry<String, Optional<String>> text : texts.entrySet()) {
            write(text.getKey(), text.getValue());
        }
    }

    private void write(String path, Optional<String> text) throws IOException {
        Path file = cleared(path);
        if (text.isPresent()) {
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, text.get());
        } else {
            Files.deleteIfExists(file);
        }
    }

    /** Another program may have put a link or a folder in the way, through which nothing is written. */
    private Path cleared(String path) throws IOException {
        Path file = tree.resolve(path);
        Path at = tree;
        for (Path part : Path.of(path)) {
            at = at.resolve(part);
            boolean isRight = at.equals(file)
                    ? Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS)
                    : Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS);
            if (!isRight && Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                Git.remove(at);
            }
        }
        return file;
    }

    /** From memory. */
    private void restore() throws IOException {
        for (Map.Entry<String, Edit> edit : edits.entrySet()) {
            write(edit.getKey(), edit.getValue().now());
        }
    }

    @Override
    public Answer adopt() {
        return BenchRefusal.answer(() -> {
            Path fresh = folder.resolve("fresh");
            git.checkOut(fresh, commit);
            try {
                BenchAdoption adoption = new BenchAdoption(tree, fresh, filter);
                adoption.run();
                edits.clear();
                edits.putAll(adoption.edits);
                return "taken over: " + named(edits.keySet())
                        + (adoption.refused.isEmpty()
                                ? ""
                                : "; put back, as no patch may touch it: " + named(adoption.refused));
            } finally {
                git.discard(fresh);
            }
        });
    }

    private static String named(Iterable<String> paths) {
        List<String> all = new ArrayList<>();
        paths.forEach(path -> all.add(PatchPath.shown(path)));
        int more = all.size() - MAX_NAMED;
        return all.isEmpty()
                ? "nothing"
                : String.join(", ", all.subList(0, Math.min(MAX_NAMED, all.size())))
                        + (more > 0 ? " and " + Plurals.of(more, "more file") : "");
    }

    @Override
    public void revert() {
        try {
            for (Map.Entry<String, Edit> edit : edits.entrySet()) {
                write(edit.getKey(), edit.getValue().before());
            }
            edits.clear();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public Answer diff() {
        return BenchRefusal.answer(() -> {
            requireUntouched();
            String diff = edits.isEmpty() ? "" : BenchDiff.of(edits, folder);
            if (!diff.isEmpty()) {
                parsed(diff);
            }
            return diff;
        });
    }

    @Override
    public void endWithin(Duration left) {
        runs.endWithin(left);
    }

    @Override
    public Run build() {
        return run(runs::build);
    }

    @Override
    public Run test() {
        return run(runs::test);
    }

    @Override
    public Run smoke() {
        return run(runs::smoke);
    }

    /** What runs one diff. */
    private interface Runner {
        Run of(String diff);
    }

    private Run run(Runner runner) {
        Answer diff = diff();
        return diff.isDone() ? runner.of(diff.text()) : new Run(End.NOT_BUILT, 0, 0, diff.text());
    }

    @Override
    public void close() {
        try {
            git.discard(folder);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
