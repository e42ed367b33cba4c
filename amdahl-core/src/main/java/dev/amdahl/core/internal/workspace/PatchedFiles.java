package dev.amdahl.core.internal.workspace;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.amdahl.core.internal.workspace.PatchFile.Kind;
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

    private static Map<String, String> contentAfter(Git git, String commit, SourceTree source, PatchChange patch) {
        List<PatchFile> files = PatchFilter.allowing(source.editable()).files(patch.diff());
        try {
            Path folder = Files.createTempDirectory("amdahl-patch").toRealPath();
            try {
                return apply(git, commit, folder.resolve("tree"), files, patch, source);
            } finally {
                Files.deleteIfExists(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, String> apply(
            Git git, String commit, Path tree, List<PatchFile> files, PatchChange patch, SourceTree source)
            throws IOException {
        try {
            git.checkOut(tree, commit);
            WorkTree.apply(tree, patch, source);
            Map<String, String> after = new HashMap<>();
            for (PatchFile file : files) {
                if (file.kind() != Kind.DELETED) {
                    byte[] content = Files.readAllBytes(tree.resolve(file.path()));
                    after.put(file.path(), new String(content, StandardCharsets.UTF_8));
                }
            }
            return after;
        } finally {
            git.discard(tree);
        }
    }
}
