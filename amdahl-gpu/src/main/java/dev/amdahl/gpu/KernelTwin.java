package dev.amdahl.gpu;

/**
 * A kernel in Java with the indexing of its CUDA source: the reference in tests, and what the processor runs. Blocks run side by
 * side in any order; what several blocks write they must add atomically.
 */
@FunctionalInterface
public interface KernelTwin {

    /**
     * Does what all threads of one block do, one barrier after the other.
     *
     * @param blockX the block's index along x
     * @param blockY the block's index along y
     */
    void run(int blockX, int blockY, Grid grid, TwinArguments arguments);
}
