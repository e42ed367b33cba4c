package dev.amdahl.spi.profiler;

import java.nio.file.Path;

/**
 * A file that a profiler or a job wrote. Its content is untrusted.
 *
 * @param path where it lies
 * @param role what the job declared it to be: {@code trace}, {@code log}, {@code process}, or a name of the job's own
 */
public record Artifact(Path path, String role) {}
