package dev.amdahl.spi.profiler;

/**
 * Limits on the source that a finder reads. The rest is left out, and a finding says so.
 *
 * @param maxFiles files parsed
 * @param maxFileBytes a longer file is left out
 * @param maxDepth folders below the root
 * @param maxSites sites given
 */
public record SourceLimits(int maxFiles, long maxFileBytes, int maxDepth, int maxSites) {
    /** 20,000 files, 2 MiB, 32 folders, 10,000 sites. */
    public static final SourceLimits DEFAULT = new SourceLimits(20_000, 2 << 20, 32, 10_000);
}
