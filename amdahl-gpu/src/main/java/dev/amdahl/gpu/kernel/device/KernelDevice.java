package dev.amdahl.gpu.kernel.device;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What runs kernels in CUDA C++, the caller's to close. Implementations are thread-safe. */
public interface KernelDevice extends AutoCloseable {

    /** Returns the name by which it was selected. */
    String name();

    /** Returns what computes, for people. */
    String description();

    /** Returns whether it is an accelerator: tasks are larger there. */
    boolean isAccelerated();

    /**
     * Builds a source and starts a process that has it loaded.
     *
     * @param entries its {@code extern "C" __global__} functions
     * @param bytes of the memory that its buffers and the guards around them take
     * @throws KernelFailure if it does not compile, or cannot be loaded
     * @throws dev.amdahl.spi.AmdahlException if nothing can be built or run here
     */
    LoadedKernel load(String source, List<String> entries, long bytes) throws KernelFailure;

    /** Returns the command that launches a file's source once, for programs that watch a device; empty where none could. */
    default Optional<List<String>> command(OneLaunch launch, Path source) {
        return Optional.empty();
    }

    /** Returns what compiles kernels in Triton for it; empty where none can be run. */
    default Optional<TritonCompiler> triton() {
        return Optional.empty();
    }

    @Override
    void close();
}
