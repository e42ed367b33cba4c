package dev.amdahl.core.internal.workspace;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Says which files a patch may touch: those that the operator lists, and files that control a build only where they are listed by
 * name. Immutable and thread-safe.
 */
public final class PatchFilter {
    private final List<String> editable;
    private final List<PathMatcher> matchers;

    private PatchFilter(List<String> editable) {
        this.editable = List.copyOf(editable);
        matchers = editable.stream().flatMap(PatchFilter::matchers).toList();
    }

    /**
     * Creates a filter that lets only these files through.
     *
     * @param editable globs of files, relative to the repository, with forward slashes
     * @throws InvalidInputException if one is not a glob
     */
    public static PatchFilter allowing(List<String> editable) {
        return new PatchFilter(editable);
    }

    /**
     * Returns the paths that a unified git diff touches, in its order.
     *
     * @throws PatchRefusedException if it touches any file that it may not, or does anything but change the text of plain files
     */
    public List<String> touched(String diff) {
        return files(diff).stream().map(PatchFile::path).toList();
    }

    /** Returns whether two patches add and take away the same lines at the same places, whatever they show round them. */
    public static boolean isSame(String one, String other) {
        List<PatchLine> lines = PatchLine.of(one);
        return one.equals(other) || (!lines.isEmpty() && lines.equals(PatchLine.of(other)));
    }

    /** Returns the lines that a patch finds in a file of a source; empty if git has no such text there, or one of over 60,000 bytes. */
    public static Optional<List<String>> found(SourceTree source, String path) {
        return new SourceFiles(source).lines(path);
    }

    /** Returns whether a patch may touch that file. */
    boolean allows(String path) {
        return (!BuildControl.is(path) || editable.contains(path)) && isListed(path);
    }

    private boolean isListed(String path) {
        try {
            Path file = Path.of(path);
            return matchers.stream().anyMatch(matcher -> matcher.matches(file));
        } catch (InvalidPathException unmappable) {
            return false;
        }
    }

    List<PatchFile> files(String diff) {
        List<PatchFile> files = UnifiedDiff.parse(requireNonNull(diff, "diff"));
        files.forEach(this::check);
        return files;
    }

    private void check(PatchFile file) {
        String path = file.path();
        if (BuildControl.is(path) && !editable.contains(path)) {
            throw new PatchRefusedException(
                    PatchPath.shown(path) + " controls the build; list it by name under 'editable' to allow it");
        }
        if (!isListed(path)) {
            throw new PatchRefusedException(PatchPath.shown(path) + " is not among the editable files " + editable
                    + "; add it under 'editable' to allow it");
        }
    }

    /** Returns what a glob means: one that begins with two stars means files in the root as well. */
    static Stream<PathMatcher> matchers(String glob) {
        try {
            FileSystem files = FileSystems.getDefault();
            PathMatcher matcher = files.getPathMatcher("glob:" + glob);
            return glob.startsWith("**/")
                    ? Stream.of(matcher, files.getPathMatcher("glob:" + glob.substring(3)))
                    : Stream.of(matcher);
        } catch (PatternSyntaxException wrong) {
            throw new InvalidInputException(
                    "source.editable", "'" + glob + "' is not a glob", "write one such as src/**", wrong);
        }
    }
}
