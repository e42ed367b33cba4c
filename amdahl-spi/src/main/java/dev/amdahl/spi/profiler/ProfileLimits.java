package dev.amdahl.spi.profiler;

/**
 * Limits on what a reader may consume before it gives up with a typed error.
 *
 * @param maxBytes decompressed bytes
 * @param maxEvents events kept
 * @param maxDepth nesting depth of a document
 */
public record ProfileLimits(long maxBytes, int maxEvents, int maxDepth) {
    /** 16 GiB, 50 million events, depth 64. */
    public static final ProfileLimits DEFAULT = new ProfileLimits(16L << 30, 50_000_000, 64);
}
