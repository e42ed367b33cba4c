package dev.amdahl.gpu;

/**
 * The shape of a launch; no side is below 1, and no block has more than 1024 threads.
 *
 * @param blocksX blocks along x
 * @param blocksY blocks along y
 * @param threadsX threads of a block along x
 * @param threadsY threads of a block along y
 * @param sharedBytes dynamic shared memory of a block
 * @param blocksZ blocks along z
 * @param threadsZ threads of a block along z
 */
public record Grid(int blocksX, int blocksY, int threadsX, int threadsY, int sharedBytes, int blocksZ, int threadsZ) {
    private static final int MAX_THREADS = 1024;
    private static final int MAX_THREADS_Z = 64;

    /** Returns one of two dimensions. */
    public Grid(int blocksX, int blocksY, int threadsX, int threadsY, int sharedBytes) {
        this(blocksX, blocksY, threadsX, threadsY, sharedBytes, 1, 1);
    }

    public Grid {
        if (Math.min(Math.min(blocksX, blocksY), blocksZ) < 1
                || Math.min(Math.min(threadsX, threadsY), threadsZ) < 1
                || sharedBytes < 0) {
            throw new IllegalArgumentException("a grid needs at least one block of one thread, was " + blocksX + " x "
                    + blocksY + " x " + blocksZ + " blocks of " + threadsX + " x " + threadsY + " x " + threadsZ
                    + " threads, " + sharedBytes + " bytes");
        }
        if ((double) threadsX * threadsY * threadsZ > MAX_THREADS || threadsZ > MAX_THREADS_Z) {
            throw new IllegalArgumentException("a block has at most " + MAX_THREADS + " threads, " + MAX_THREADS_Z
                    + " along z, was " + threadsX + " x " + threadsY + " x " + threadsZ);
        }
    }

    /** Returns one row of blocks. */
    public static Grid of(int blocks, int threads) {
        return new Grid(blocks, 1, threads, 1, 0);
    }

    /**
     * So many blocks in a row that each element has a thread.
     *
     * @throws IllegalArgumentException if that takes more than 2^31 - 1 blocks
     */
    public static Grid covering(long elements, int threads) {
        long blocks = Math.max(1, (elements + threads - 1) / threads);
        if (blocks > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    elements + " elements need " + blocks + " blocks of " + threads + "; launch in slices");
        }
        return of((int) blocks, threads);
    }

    /** Returns the same with that much dynamic shared memory for each block. */
    public Grid withShared(int bytes) {
        return new Grid(blocksX, blocksY, threadsX, threadsY, bytes, blocksZ, threadsZ);
    }
}
