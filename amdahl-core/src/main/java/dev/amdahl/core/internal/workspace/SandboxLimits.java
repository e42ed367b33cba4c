package dev.amdahl.core.internal.workspace;

/**
 * What one command in a sandbox may take. Time is not here: who runs it stops it.
 *
 * @param memoryBytes of all its processes together; 0 for half of the machine's
 * @param processes threads included
 * @param fileBytes of one file
 * @param diskBytes of all files that it writes
 * @param temporaryBytes of {@code /tmp}, which lies in memory
 */
public record SandboxLimits(long memoryBytes, int processes, long fileBytes, long diskBytes, long temporaryBytes) {
    private static final long GIB = 1L << 30;

    /** For jobs of a usual size. */
    public static final SandboxLimits DEFAULT = new SandboxLimits(0, 1024, 8 * GIB, 16 * GIB, GIB);

    public SandboxLimits {
        if (memoryBytes < 0 || processes < 2 || fileBytes <= 0 || diskBytes <= 0 || temporaryBytes <= 0) {
            throw new IllegalArgumentException("a limit of a sandbox is above 0, that of processes above 1: memory "
                    + memoryBytes + ", processes " + processes + ", file " + fileBytes + ", disk " + diskBytes
                    + ", temporary " + temporaryBytes);
        }
    }

    /** Returns the same with that much memory. */
    public SandboxLimits withMemory(long bytes) {
        return new SandboxLimits(bytes, processes, fileBytes, diskBytes, temporaryBytes);
    }

    /** Returns the same with so many processes. */
    public SandboxLimits withProcesses(int most) {
        return new SandboxLimits(memoryBytes, most, fileBytes, diskBytes, temporaryBytes);
    }

    /** Returns the same with that much disk. */
    public SandboxLimits withDisk(long bytes) {
        return new SandboxLimits(memoryBytes, processes, Math.min(fileBytes, bytes), bytes, temporaryBytes);
    }
}
