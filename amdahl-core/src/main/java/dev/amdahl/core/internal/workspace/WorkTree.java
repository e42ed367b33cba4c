package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.workspace.PatchFile.Kind;
import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies a patch to a work tree after the filter, and looks again at what git made of it. Stateless, thread-safe. */
final class WorkTree {

    private WorkTree() {}

    static List<PatchFile> apply(Path tree, PatchChange patch, SourceTree source) throws IOException {
        List<PatchFile> files = PatchFilter.allowing(source.editable()).files(patch.diff());
        for (PatchFile file : files) {
            refuseLinks(tree, file.path());
        }
        Path diff = Files.createTempFile(tree.toAbsolutePath().getParent(), "patch", ".diff");
        try {
            String text = RedactedContext.restored(
                    patch.diff(), tree, files.stream().map(PatchFile::path).collect(Collectors.toSet()));
            Files.writeString(diff, text.endsWith("\n") ? text : text + "\n");
            refuseOtherReading(tree, diff, files);
            Ended applied = new Git(tree).run("apply", "--whitespace=nowarn", "--", diff.toString());
            if (!applied.isSuccess()) {
                throw new BuildFailedException("the patch does not apply at this revision: "
                        + applied.output().strip().replace(diff.toString(), "patch"));
            }
        } finally {
            Files.deleteIfExists(diff);
        }
        for (PatchFile file : files) {
            refuseEscape(tree, file);
        }
        return files;
    }

    /**
     * Merges changes of files into a tree that has other versions of them.
     *
     * @param base what each held before the change
     * @param wanted what each holds after it
     * @return the difference that it makes; empty with a conflict, and where it makes none
     */
    static Optional<String> merged(
            Path tree, List<PatchFile> files, Map<String, String> base, Map<String, String> wanted) throws IOException {
        Git git = new Git(tree);
        Path folder = Files.createTempDirectory(tree.toAbsolutePath().getParent(), "merge");
        Path before = folder.resolve("before");
        Path after = folder.resolve("after");
        Path diff = folder.resolve("diff");
        try {
            for (PatchFile file : files) {
                refuseLinks(tree, file.path());
                Path own = tree.resolve(file.path());
                if (Files.exists(own) == (file.kind() == Kind.CREATED)) {
                    return Optional.empty();
                }
                Files.writeString(before, base.getOrDefault(file.path(), ""));
                Files.writeString(after, wanted.getOrDefault(file.path(), ""));
                boolean isMerged = switch (file.kind()) {
                    case CREATED -> isCopied(after, own);
                    case DELETED -> Files.mismatch(own, before) < 0 && Files.deleteIfExists(own);
                    case CHANGED ->
                        git.run("merge-file", "-q", own.toString(), before.toString(), after.toString())
                                .isSuccess();
                };
                if (!isMerged) {
                    return Optional.empty();
                }
                git.run("add", "--intent-to-add", "--", file.path());
            }
            git.run(
                    "diff",
                    "--no-ext-diff",
                    "--no-textconv",
                    "--no-color",
                    "--no-renames",
                    "--unified=3",
                    "--src-prefix=a/",
                    "--dst-prefix=b/",
                    "--output=" + diff);
            String text = Files.exists(diff) ? Files.readString(diff) : "";
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } finally {
            for (Path file : List.of(before, after, diff, folder)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static boolean isCopied(Path from, Path to) throws IOException {
        Files.createDirectories(to.toAbsolutePath().getParent());
        Files.copy(from, to);
        return true;
    }

    /** What the filter has seen must be what git sees: other paths may have been read out of the same text. */
    private static void refuseOtherReading(Path tree, Path diff, List<PatchFile> files) {
        Ended read = new Git(tree).run("apply", "--numstat", "-z", "--", diff.toString());
        Set<String> paths = files.stream().map(PatchFile::path).collect(Collectors.toSet());
        Set<String> told = Stream.of(read.output().split("\0"))
                .map(line -> line.substring(line.lastIndexOf('\t') + 1))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.toSet());
        if (read.isSuccess() && !told.equals(paths)) {
            throw new PatchRefusedException("git would change "
                    + told.stream().sorted().limit(3).map(PatchPath::shown).toList()
                    + " by it, which is not what its paths say; write it as 'git diff' does");
        }
    }

    /** A link on the way would let the patch write through it. */
    private static void refuseLinks(Path tree, String path) {
        Path at = tree;
        for (Path part : Path.of(path)) {
            at = at.resolve(part);
            if (Files.isSymbolicLink(at)) {
                throw new PatchRefusedException(PatchPath.shown(path) + " leads through a symbolic link");
            }
        }
    }

    private static void refuseEscape(Path tree, PatchFile file) throws IOException {
        Path touched = tree.resolve(file.path());
        if (file.kind() == Kind.DELETED) {
            if (Files.exists(touched, LinkOption.NOFOLLOW_LINKS)) {
                throw new PatchRefusedException(PatchPath.shown(file.path()) + " was to be deleted and is still there");
            }
            return;
        }
        boolean plain = Files.isRegularFile(touched, LinkOption.NOFOLLOW_LINKS);
        if (!plain || !touched.toRealPath().equals(tree.toRealPath().resolve(file.path()))) {
            throw new PatchRefusedException(PatchPath.shown(file.path()) + " is not a plain file inside the tree");
        }
    }
}
