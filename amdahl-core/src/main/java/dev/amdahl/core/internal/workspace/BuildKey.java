package dev.amdahl.core.internal.workspace;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What makes two builds the same: commit, patch, build command and whether a sandbox holds it. Stateless, thread-safe. */
final class BuildKey {

    private BuildKey() {}

    static String of(String commit, BuildRequest request, boolean isHeld) {
        Hasher hasher = Hashing.sha256().newHasher();
        put(hasher, commit);
        put(hasher, request.patch().map(PatchChange::diff).orElse(""));
        List<String> build = request.source().build();
        hasher.putInt(build.size());
        build.forEach(word -> put(hasher, word));
        if (isHeld) {
            hasher.putBoolean(true);
        }
        return hasher.hash().toString().substring(0, 32);
    }

    /** Returns whether a folder is named like a build. */
    static boolean is(Path tree) {
        return String.valueOf(tree.getFileName()).matches("[0-9a-f]{32}");
    }

    private static void put(Hasher hasher, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        hasher.putInt(bytes.length).putBytes(bytes);
    }
}
