package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.internal.jcuda.CudaNatives;
import dev.amdahl.spi.refine.Sandbox;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a sandbox holds so that a process in it can use a device, and what bounds that process. */
final class DeviceSandbox {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final String PREFIX = "amdahl.gpu.";

    /** Memory that may be written: a compiler can be made to want any amount. What is only reserved, as CUDA does, does not count. */
    private static final long MAX_DATA = 16L << 30;

    /** The driver's own variables, and those by which CUDA's libraries are found. */
    private static final List<String> VARIABLES = List.of(
            "CUDA_VISIBLE_DEVICES",
            "CUDA_DEVICE_ORDER",
            "CUDA_HOME",
            "CUDA_PATH",
            "CUDA_MPS_PIPE_DIRECTORY",
            "NVIDIA_VISIBLE_DEVICES",
            "NVIDIA_DRIVER_CAPABILITIES",
            "LD_LIBRARY_PATH",
            "VIRTUAL_ENV",
            "CONDA_PREFIX");

    private DeviceSandbox() {}

    static Sandbox of(Sandbox sandbox, String classPath) {
        List<Path> devices = Stream.of(Objects.requireNonNullElse(
                        new File("/dev").list((dev, name) -> name.startsWith("nvidia")), new String[0]))
                .map(name -> Path.of("/dev", name))
                .toList();
        List<Path> read = new ArrayList<>(List.of(Path.of("/sys")));
        read.addAll(paths(classPath));
        read.addAll(paths(System.getProperty("java.library.path", "")));
        VARIABLES.forEach(name -> read.addAll(paths(System.getenv().getOrDefault(name, ""))));
        read.addAll(CudaNatives.loaded());
        List<Path> written = new ArrayList<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                (name.equals(PREFIX + "libs") ? read : written).addAll(paths(System.getProperty(name, "")));
            }
        }
        return sandbox.with(devices, read, written);
    }

    /** Those of a list that exist; the sandbox has the system's folders of its own. */
    private static List<Path> paths(String list) {
        return Stream.of(list.split(File.pathSeparator, -1))
                .filter(path -> path.startsWith("/") && !path.startsWith("/usr/") && !path.startsWith("/lib"))
                .map(Path::of)
                .filter(path -> path.getNameCount() > 0 && Files.exists(path))
                .toList();
    }

    /** Options that name the libraries which were found outside, where there is a search path. */
    static List<String> libraries() {
        return CudaNatives.loaded().isEmpty()
                ? List.of()
                : List.of("-D" + PREFIX + "libs="
                        + CudaNatives.loaded().stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)));
    }

    /** The environment of a sandbox is empty; and no account has a home there. */
    static List<String> bounded(List<String> command) {
        List<String> whole = new ArrayList<>(List.of("/usr/bin/env"));
        VARIABLES.forEach(name -> {
            String value = System.getenv(name);
            if (value != null) {
                whole.add(name + "=" + value);
            }
        });
        if (Files.isExecutable(PRLIMIT)) {
            whole.addAll(List.of(PRLIMIT.toString(), "--data=" + MAX_DATA, "--core=0", "--"));
        }
        whole.addAll(command);
        return whole;
    }
}
