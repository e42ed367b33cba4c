package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.KernelSource;

/** The compiler, for tests of kernels in other packages. */
public final class Nvrtc {

    private Nvrtc() {}

    /** The machine code of a kernel; only where the test requires NVRTC. */
    public static byte[] compile(KernelSource source, String architecture) {
        return new NvrtcCompiler().compile(source, architecture);
    }
}
