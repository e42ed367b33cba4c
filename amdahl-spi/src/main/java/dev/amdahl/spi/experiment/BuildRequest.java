package dev.amdahl.spi.experiment;

import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.util.Optional;

/** A tree to build. Will grow; implementations are immutable. */
public interface BuildRequest {

    /** The code. */
    SourceTree source();

    /** The patch to apply; empty for the incumbent. */
    Optional<PatchChange> patch();
}
