package dev.amdahl.core.internal.workspace;

import com.google.common.base.Splitter;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a commit that a variant's patch does not touch: evaluators, inputs, build files. Stateless, thread-safe. */
final class Harness {

    private Harness() {}

    /** Writes the paths of them in a tree that was just checked out, each ended by NUL, in one step. */
    static void list(Path tree, BuildRequest variant, Path file) throws IOException {
        PatchFilter filter = PatchFilter.allowing(variant.source().editable());
        Set<String> touched = variant.patch().map(PatchChange::diff).map(filter::touched).orElse(List.of()).stream()
                .collect(Collectors.toSet());
        String paths;
        try (Stream<Path> files = Files.walk(tree)) {
            paths = files.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> tree.relativize(path).toString())
                    .filter(path -> !path.equals(".git") && !touched.contains(path))
                    .sorted()
                    .map(path -> path + '\0')
                    .collect(Collectors.joining());
        }
        AtomicFiles.replace(file, out -> out.write(paths.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Looks again at those of them that are still there.
     *
     * @throws BuildFailedException if a build has put a pipe or a device in the place of one, which would be waited for when it is read
     */
    static void requirePlain(Path tree, Path list) throws IOException {
        for (String path : Splitter.on('\0').omitEmptyStrings().split(Files.readString(list))) {
            Path file = tree.resolve(path);
            boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            if (isThere
                    && Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther()) {
                throw new BuildFailedException(
                        "the build has put a pipe or a device instead of " + PatchPath.shown(path));
            }
        }
    }
}
