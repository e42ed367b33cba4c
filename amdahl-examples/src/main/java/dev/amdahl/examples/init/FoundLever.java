package dev.amdahl.examples.init;

import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;

/**
 * A lever that was found, and where.
 *
 * @param lever what may be tried
 * @param place where its setting stands, such as {@code train.py:14 (argparse)}
 * @param changesResults whether its values change what the job computes
 */
record FoundLever(Lever lever, String place, boolean changesResults) {
    /** Returns whether it sets a word of the command. */
    boolean isOption() {
        return lever.target() instanceof LeverSetting.Argument;
    }
}
