package dev.amdahl.core.workspace;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Says which files a patch may touch: those that the operator lists, and files that control a build only where they are listed by
 * name. Immutable and thread-safe.
 */
public final class PatchFilter {
    private static final Set<String> CONTROL_NAMES = Set.of(
            "mvnw",
            "mvnw.cmd",
            "pom.xml",
            "makefile",
            "gnumakefile",
            "cmakelists.txt",
            "setup.py",
            "setup.cfg",
            "conftest.py",
            "sitecustomize.py",
            "usercustomize.py",
            "pyproject.toml",
            "build.gradle",
            "build.gradle.kts",
            "settings.gradle",
            "settings.gradle.kts",
            "gradlew",
            "gradlew.bat",
            "build.rs",
            "package.json",
            ".gitmodules",
            ".gitattributes",
            ".gitignore",
            ".npmrc",
            ".envrc");
    private static final Set<String> CONTROL_FOLDERS = Set.of(".mvn", ".github", ".gitlab", ".circleci", ".cargo");

    private final List<String> editable;
    private final List<PathMatcher> matchers;

    private PatchFilter(List<String> editable) {
        this.editable = List.copyOf(editable);
        matchers = editable.stream().flatMap(PatchFilter::matchers).toList();
    }

    /**
     * A filter that lets only these files through.
     *
     * @param editable globs of files, relative to the repository, with forward slashes
     * @throws InvalidInputException if one is not a glob
     */
    public static PatchFilter allowing(List<String> editable) {
        return new PatchFilter(editable);
    }

    /**
     * The paths that a unified git diff touches, in its order.
     *
     * @throws PatchRefusedException if it touches any file that it may not, or does anything but change the text of plain files
     */
    public List<String> touched(String diff) {
        return files(diff).stream().map(PatchFile::path).toList();
    }

    List<PatchFile> files(String diff) {
        List<PatchFile> files = UnifiedDiff.parse(requireNonNull(diff, "diff"));
        files.forEach(this::check);
        return files;
    }

    private void check(PatchFile file) {
        String path = file.path();
        if (isBuildControl(path) && !editable.contains(path)) {
            throw new PatchRefusedException(
                    PatchPath.shown(path) + " controls the build; list it by name under 'editable' to allow it");
        }
        if (matchers.stream().noneMatch(matcher -> matcher.matches(Path.of(path)))) {
            throw new PatchRefusedException(PatchPath.shown(path) + " is not among the editable files " + editable
                    + "; add it under 'editable' to allow it");
        }
    }

    private static Stream<PathMatcher> matchers(String glob) {
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

    private static boolean isBuildControl(String path) {
        List<String> parts = List.of(path.toLowerCase(Locale.ROOT).split("/"));
        String name = parts.get(parts.size() - 1);
        return CONTROL_NAMES.contains(name)
                || name.endsWith(".mk")
                || name.endsWith(".cmake")
                || name.endsWith(".pth")
                || parts.subList(0, parts.size() - 1).stream().anyMatch(CONTROL_FOLDERS::contains);
    }
}
