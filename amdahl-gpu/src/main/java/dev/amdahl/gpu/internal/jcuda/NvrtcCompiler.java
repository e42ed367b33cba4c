package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.internal.kernel.scan.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jcuda.nvrtc.JNvrtc;
import jcuda.nvrtc.nvrtcProgram;
import jcuda.nvrtc.nvrtcResult;

/** NVRTC; {@link CudaNatives#prepareCompiler} has to succeed before. Needs no device. Thread-safe. */
final class NvrtcCompiler implements KernelCompiler {
    private static final Map<String, String> HEADERS = Headers.byHabit();

    /** A header of the toolkit that is named by a kernel, or by another header of the toolkit. */
    private static final Pattern NO_HEADER = Pattern.compile(
            "(?m)^(?:.*/include/.*|.*\\.cu)\\(\\d+\\):.*(?:could not|cannot) open source file \"([\\w./]+)\"");

    private static final int MAX_CHARACTERS = 1 << 20;

    @Override
    public byte[] compile(KernelSource source, String architecture) {
        if (source.text().length() > MAX_CHARACTERS) {
            throw new DeviceException(
                    Fault.TOO_LARGE,
                    "kernel " + source.name() + " has " + source.text().length() + " characters, the most is "
                            + MAX_CHARACTERS);
        }
        try {
            return image(source, withItsOwn(architecture));
        } catch (UnknownArchitectureException older) {
            return image(source, architecture);
        }
    }

    /** From 9.0 on a chip has instructions that only code for this chip alone may use, such as those of warp groups. */
    private static String withItsOwn(String architecture) {
        return architecture.matches("sm_(9|1\\d)\\d") ? architecture + "a" : architecture;
    }

    /** The compiler does not know it. */
    private static final class UnknownArchitectureException extends DeviceException {
        private static final long serialVersionUID = 1L;

        UnknownArchitectureException(String architecture) {
            super(
                    Fault.UNSUPPORTED,
                    "NVRTC does not know " + architecture,
                    "name the folder of a newer CUDA in the property " + CudaNatives.LIBRARIES_PROPERTY);
        }
    }

    private static byte[] image(KernelSource source, String architecture) {
        nvrtcProgram program = new nvrtcProgram();
        check(
                "nvrtcCreateProgram",
                JNvrtc.nvrtcCreateProgram(
                        program,
                        source.text(),
                        source.name() + ".cu",
                        HEADERS.size(),
                        HEADERS.values().toArray(new String[0]),
                        HEADERS.keySet().toArray(new String[0])));
        try {
            List<String> options = new ArrayList<>(List.of("--gpu-architecture=" + architecture, "--std=c++17"));
            Headers.ALWAYS.forEach(name -> options.add("--pre-include=" + name));
            CudaNatives.headers().ifPresent(folder -> options.add("--include-path=" + folder));
            options.addAll(source.options());
            int status = JNvrtc.nvrtcCompileProgram(program, options.size(), options.toArray(new String[0]));
            if (status == nvrtcResult.NVRTC_ERROR_COMPILATION) {
                String log = log(program);
                requireHeaders(log);
                throw new CompilationException(source.name(), log);
            }
            if (status == nvrtcResult.NVRTC_ERROR_INVALID_OPTION
                    && source.options().isEmpty()) {
                throw new UnknownArchitectureException(architecture);
            }
            check("nvrtcCompileProgram of " + source.name(), status);
            return cubin(program);
        } finally {
            JNvrtc.nvrtcDestroyProgram(program);
        }
    }

    /** A header that a kernel may include, and that is not installed, is no fault of the kernel. */
    static void requireHeaders(String log) {
        Matcher missing = NO_HEADER.matcher(log);
        if (missing.find()
                && (missing.group().contains("/include/") || Headers.OF_TOOLKIT.contains(missing.group(1)))) {
            throw new DeviceException(
                    Fault.UNSUPPORTED,
                    "CUDA's header " + missing.group(1) + " is not there",
                    "install the toolkit's headers beside NVRTC, in "
                            + CudaNatives.headers().map(String::valueOf).orElse("a folder include"));
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
        return major[0] + "." + minor[0] + " for one chip";
    }
}
