package dev.amdahl.core.internal.workspace;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.amdahl.core.internal.workspace.PatchFile.Kind;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the files of a patch hold once it is applied, found without building anything. A commit does not change, so that the newest
 * answers are kept: every cycle asks again. Thread-safe.
 */
final class PatchedFiles {
    private static final int KEPT = 64;

    private final Cache<Asked, Map<String, String>> known =
            CacheBuilder.newBuilder().maximumSize(KEPT).build();

    private record Asked(Path repository, String commit, List<String> editable, String diff) {}

    /**
     * Returns the content of each touched file after applying the patch at the source's revision, by path; a deleted file
     * is absent. Bytes that are not UTF-8 are replaced. Blocks.
     *
     * @throws PatchRefusedException if the filter refuses the patch
     * @throws BuildFailedException if it does not apply
     */
    Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
        Git git = new Git(source.repository().toAbsolutePath().normalize());
        String commit = git.commit(source.revision());
        Asked asked = new Asked(git.repository(), commit, source.editable(), patch.diff());
        Map<String, String> after = known.getIfPresent(asked);
        if (after == null) {
            after = Map.copyOf(contentAfter(git, commit, source, patch));
            known.put(asked, after);
        }
        return after;
    }

    /**
     * Returns a patch of one source as it is on another; empty where it does not merge, or changes nothing.
     *
     * @throws PatchRefusedException if the filter refuses the patch there
     * @throws BuildFailedException if it does not apply to its own source
     */
    Optional<PatchChange> rebased(SourceTree from, PatchChange patch, SourceTree onto) {
        if (applies(onto, patch)) {
            return Optional.of(patch);
        }
        List<PatchFile> files = PatchFilter.allowing(onto.editable()).files(patch.diff());
        Map<String, String> wanted = contentAfter(from, patch);
        Map<String, String> base = base(from, files);
        if (files.stream().anyMatch(file -> (file.kind() == Kind.CREATED) == base.containsKey(file.path()))) {
            return Optional.empty();
        }
        Git git = new Git(onto.repository().toAbsolutePath().normalize());
        String commit = git.commit(onto.revision());
        return inTree(git, commit, tree -> WorkTree.merged(tree, files, base, wanted))
                .map(diff -> new PatchChange(String.join("\n", Redaction.lines(diff)) + "\n", patch.paths()))
                .filter(merged -> applies(onto, merged));
    }

    private boolean applies(SourceTree source, PatchChange patch) {
        try {
            contentAfter(source, patch);
            return true;
        } catch (BuildFailedException conflict) {
            return false;
        }
    }

    /** Returns what the patched files hold before; one that git has no small text of is absent. */
    private static Map<String, String> base(SourceTree source, List<PatchFile> files) {
        Git git = new Git(source.repository().toAbsolutePath().normalize());
        String commit = git.commit(source.revision());
        SourceFiles known = new SourceFiles(source);
        Map<String, String> base = new HashMap<>();
        for (PatchFile file : files) {
            if (known.lines(file.path()).isPresent()) {
                base.put(file.path(), git.content("cat-file", "blob", commit + ":" + file.path()));
            }
        }
        return base;
    }

    private static Map<String, String> contentAfter(Git git, String commit, SourceTree source, PatchChange patch) {
        List<PatchFile> files = PatchFilter.allowing(source.editable()).files(patch.diff());
        return inTree(git, commit, tree -> {
            WorkTree.apply(tree, patch, source);
            Map<String, String> after = new HashMap<>();
            for (PatchFile file : files) {
                if (file.kind() != Kind.DELETED) {
                    byte[] content = Files.readAllBytes(tree.resolve(file.path()));
                    after.put(file.path(), new String(content, StandardCharsets.UTF_8));
                }
            }
            return after;
        });
    }

    private interface Work<T> {
        T in(Path tree) throws IOException;
    }

    /** Works in a tree of its own, which is gone afterwards. */
    private static <T> T inTree(Git git, String commit, Work<T> work) {
        try {
            Path folder = Files.createTempDirectory("amdahl-patch").toRealPath();
            Path tree = folder.resolve("tree");
            try {
                git.checkOut(tree, commit);
                return work.in(tree);
            } finally {
                git.discard(tree);
                Files.deleteIfExists(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
