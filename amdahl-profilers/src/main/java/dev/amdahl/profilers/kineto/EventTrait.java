package dev.amdahl.profilers.kineto;

import java.util.regex.Pattern;

/** What the name of a row says beside its activity, for the counters. */
enum EventTrait {
    NONE,
    /** A copy to the device; from what memory is not said. */
    COPY_IN,
    /** A copy to the device from pageable memory. */
    COPY_IN_PAGEABLE,
    /** A copy to the device from pinned memory. */
    COPY_IN_PINNED,
    /** A runtime call that allocates or frees device memory. */
    ALLOCATION,
    /** A kernel whose name says that it runs on matrix units. */
    MATRIX_UNIT,
    /** An interpreter frame under which a forward pass is computed again. */
    RECOMPUTING,
    /** Device work that waits, or contains other rows. */
    NO_WORK;

    /** NVIDIA's PyProf list of names (tc.py, Apache-2.0), which PyTorch's TensorBoard plugin shares, and the newer kernels' names. */
    private static final Pattern MATRIX_UNITS = Pattern.compile("h884|s884|h1688|s1688|hmma|i8816|16816|c1688"
            + "|dgrad_1x1_stride_2x2|first_layer_wgrad_kernel|conv1x1|conv2d_c1_k1|direct_group"
            + "|xmma_implicit_gemm|xmma_sparse_conv|xmma_warp_specialized_implicit_gemm|xmma_gemm|xmma_sparse_gemm"
            + "|tensorop|gmma|wmma|nvjet|mfma|_MI\\d+x\\d+x");

    private static final Pattern ALLOCATIONS = Pattern.compile(
            "(cuda|hip)(Malloc|Free)(Async|Managed|3D|Array|Pitch)?|(cu)Mem(Alloc|Free|Create|Release)\\w*");

    static EventTrait of(Category category, String name) {
        return switch (category) {
            case COPY -> copy(name);
            case KERNEL -> MATRIX_UNITS.matcher(name).find() ? MATRIX_UNIT : NONE;
            case RUNTIME -> ALLOCATIONS.matcher(name).matches() ? ALLOCATION : NONE;
            case PYTHON -> Naming.isRecomputing(name) ? RECOMPUTING : NONE;
            case ACCELERATOR -> Naming.isAcceleratorWork(name) ? NONE : NO_WORK;
            default -> NONE;
        };
    }

    private static EventTrait copy(String name) {
        if (name.startsWith("Memcpy HtoD (Pageable")) {
            return COPY_IN_PAGEABLE;
        }
        if (name.startsWith("Memcpy HtoD (Pinned")) {
            return COPY_IN_PINNED;
        }
        return name.startsWith("Memcpy HtoD") || name.contains("HostToDevice") ? COPY_IN : NONE;
    }
}
