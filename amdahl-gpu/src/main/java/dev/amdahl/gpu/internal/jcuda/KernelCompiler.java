package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.KernelSource;

/** Compiles CUDA C++ to machine code. Implementations are thread-safe. */
interface KernelCompiler {

    /**
     * Compiles one source.
     *
     * @param architecture of the device, such as {@code sm_90}
     * @return a cubin
     * @throws dev.amdahl.gpu.CompilationException if the source does not compile, with the log
     */
    byte[] compile(KernelSource source, String architecture);

    /** Returns what compiles, for a cache's key. */
    String version();
}
