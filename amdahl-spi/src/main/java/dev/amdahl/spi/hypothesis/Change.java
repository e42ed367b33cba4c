package dev.amdahl.spi.hypothesis;

import java.util.List;

/** A proposed change, of settings or of code. */
public sealed interface Change permits ConfigChange, PatchChange {

    /** Returns whether something must be built before the change can run. */
    boolean needsBuild();

    /** Returns the surface it touches, one name per lever or file: two experiments on one job must not overlap here. */
    List<String> surface();
}
