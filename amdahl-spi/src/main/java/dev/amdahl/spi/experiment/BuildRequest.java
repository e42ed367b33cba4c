package dev.amdahl.spi.experiment;

import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.util.Optional;

/** A tree to build. Will grow; implementations are immutable. */
public interface BuildRequest {

    /** Returns the code. */
    SourceTree source();

    /** Returns the patch to apply; empty for the incumbent. */
    Optional<PatchChange> patch();

    /**
     * Returns whether a person answers for what is built. What a model wrote nobody answers for: it is built, and what was built runs, only
     * where it can harm nobody. So does what it is compared with.
     */
    default boolean isVouchedFor() {
        return true;
    }
}
