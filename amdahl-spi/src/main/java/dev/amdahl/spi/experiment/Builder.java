package dev.amdahl.spi.experiment;

/** Builds variants. Implementations are thread-safe. */
public interface Builder {

    /**
     * Builds in a fresh tree, or gives the tree that an earlier call built from the same request. Blocks.
     *
     * @throws BuildFailedException if the patch is refused, does not apply, or the build command fails
     */
    BuiltVariant build(BuildRequest request);
}
