package dev.amdahl.gpu.internal.bilinear.execution;

import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.KernelSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Linear combinations of blocks in one pass: every input is read once and every output written once. The blocks of a matrix lie in a grid
 * and may reach beyond its edge, where it reads as zero and is not written; the others lie one after the other.
 *
 * @param type of all entries
 * @param sums by output, over the inputs, in the order of the blocks, row by row
 * @param inputs how many
 * @param gridRows blocks of the matrix from top to bottom
 * @param gridColumns blocks of the matrix from left to right
 * @param isGather whether the matrix is what is read
 */
record Combination(ElementType<?> type, SharedSums sums, int inputs, int gridRows, int gridColumns, boolean isGather) {
    static final String ENTRY = "combine";

    /** Returns what each multiplication takes of a factor. */
    static Combination gather(ElementType<?> type, int[][] factors, int gridRows, int gridColumns) {
        return new Combination(
                type, SharedSums.plain(List.of(factors)), gridRows * gridColumns, gridRows, gridColumns, true);
    }

    /** Returns what each block of the product takes of the multiplications. */
    static Combination scatter(ElementType<?> type, int[][] products, int gridRows, int gridColumns) {
        int[][] byBlock = new int[gridRows * gridColumns][products.length];
        for (int r = 0; r < products.length; r++) {
            for (int block = 0; block < byBlock.length; block++) {
                byBlock[block][r] = products[r][block];
            }
        }
        return new Combination(type, SharedSums.plain(List.of(byBlock)), products.length, gridRows, gridColumns, false);
    }

    /** Returns the same in fewer additions. */
    Combination shared() {
        return new Combination(type, SharedSums.of(sums.weights()), inputs, gridRows, gridColumns, isGather);
    }

    /** Returns the kernel, and its twin in Java. */
    KernelSource kernel() {
        return new KernelSource(
                ENTRY + (isGather ? "-factor" : "-product"),
                new CombinationText(this).toString(),
                ENTRY,
                List.of(),
                Optional.of(new CombinationTwin(this)));
    }

    /** Returns the inputs that an output takes anything of. */
    static int[] taken(int[] weights) {
        int[] inputs = new int[weights.length];
        int count = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] != 0) {
                inputs[count++] = i;
            }
        }
        return Arrays.copyOf(inputs, count);
    }
}
