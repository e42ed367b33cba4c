package dev.amdahl.spi.experiment;

import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.nio.file.Path;
import java.util.Map;

/** Builds variants. Implementations are thread-safe. */
public interface Builder {

    /**
     * Builds in a fresh tree, or gives the tree that an earlier call built from the same request. Blocks.
     *
     * @throws BuildFailedException if the patch is refused, does not apply, or the build command fails
     */
    BuiltVariant build(BuildRequest request);

    /**
     * The content of each file that a patch touches, after applying it, by path; a deleted file is absent. Builds nothing.
     *
     * @throws BuildFailedException if the patch is refused or does not apply
     */
    Map<String, String> contentAfter(SourceTree source, PatchChange patch);

    /**
     * How an arm runs that works in the tree built from a variant's request, or in the tree that it is compared with: the same for
     * both.
     *
     * @param built the variant's tree
     * @throws BuildFailedException if nobody answers for the variant and it cannot be kept from doing harm
     */
    default ArmRequest confined(ArmRequest arm, BuildRequest variant, Path built) {
        if (variant.isVouchedFor()) {
            return arm;
        }
        throw new BuildFailedException("nobody answers for the patch, and this builder has no sandbox to run it in");
    }
}
