package dev.amdahl.spi.experiment;

import java.nio.file.Path;

/**
 * A built tree.
 *
 * @param directory where it lies; the working directory of the arm
 * @param commit the commit it was made from
 * @param log the end of the build's output: untrusted text
 */
public record BuiltVariant(Path directory, String commit, String log) {}
