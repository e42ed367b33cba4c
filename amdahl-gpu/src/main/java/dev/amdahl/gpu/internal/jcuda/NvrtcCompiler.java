package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.KernelSource;
import java.util.ArrayList;
import java.util.List;
import jcuda.nvrtc.JNvrtc;
import jcuda.nvrtc.nvrtcProgram;
import jcuda.nvrtc.nvrtcResult;

/** NVRTC; {@link CudaNatives#prepareCompiler} has to succeed before. Needs no device. Thread-safe. */
final class NvrtcCompiler implements KernelCompiler {
    private static final int MAX_CHARACTERS = 1 << 20;

    @Override
    public byte[] compile(KernelSource source, String architecture) {
        if (source.text().length() > MAX_CHARACTERS) {
            throw new DeviceException(
                    Fault.TOO_LARGE,
                    "kernel " + source.name() + " has " + source.text().length() + " characters, the most is "
                            + MAX_CHARACTERS);
        }
        nvrtcProgram program = new nvrtcProgram();
        check(
                "nvrtcCreateProgram",
                JNvrtc.nvrtcCreateProgram(program, source.text(), source.name() + ".cu", 0, null, null));
        try {
            List<String> options = new ArrayList<>(List.of("--gpu-architecture=" + architecture, "--std=c++17"));
            options.addAll(source.options());
            int status = JNvrtc.nvrtcCompileProgram(program, options.size(), options.toArray(new String[0]));
            if (status == nvrtcResult.NVRTC_ERROR_COMPILATION) {
                throw new CompilationException(source.name(), log(program));
            }
            check("nvrtcCompileProgram of " + source.name(), status);
            return cubin(program);
        } finally {
            JNvrtc.nvrtcDestroyProgram(program);
        }
    }

    private static byte[] cubin(nvrtcProgram program) {
        long[] size = new long[1];
        check("nvrtcGetCUBINSize", JNvrtc.nvrtcGetCUBINSize(program, size));
        byte[] image = new byte[Math.toIntExact(size[0])];
        check("nvrtcGetCUBIN", JNvrtc.nvrtcGetCUBIN(program, image));
        return image;
    }

    private static String log(nvrtcProgram program) {
        String[] log = {""};
        check("nvrtcGetProgramLog", JNvrtc.nvrtcGetProgramLog(program, log));
        return log[0];
    }

    private static void check(String call, int status) {
        if (status != nvrtcResult.NVRTC_SUCCESS) {
            throw new DeviceException(Fault.OTHER, call + " answered " + nvrtcResult.stringFor(status));
        }
    }

    @Override
    public String version() {
        int[] major = new int[1];
        int[] minor = new int[1];
        check("nvrtcVersion", JNvrtc.nvrtcVersion(major, minor));
        return major[0] + "." + minor[0];
    }
}
