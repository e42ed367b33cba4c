package dev.amdahl.gpu.kernel.device;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.internal.child.ChildJvm;
import dev.amdahl.gpu.internal.jcuda.CudaNatives;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.refine.Sandbox;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs kernels on a compute backend, each in a JVM of its own: a kernel that hangs, traps or writes out of bounds loses that process and
 * its context, and nothing else. Thread-safe.
 */
public final class CudaDevice implements KernelDevice {
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

    private final String backend;
    private final String model;
    private final Duration limit;
    private final Optional<Sandbox> sandbox;
    private final Optional<TritonCompiler> triton;

    /**
     * @param backend the compute backend's name
     * @param model what computes, for people
     * @param limit when one call counts as hung; the first one opens the device and compiles
     */
    public CudaDevice(String backend, String model, Duration limit) {
        this.backend = requireNonNull(backend);
        this.model = requireNonNull(model);
        this.limit = requireNonNull(limit);
        this.sandbox = Optional.empty();
        this.triton = Optional.empty();
    }

    /**
     * Overload of {@code CudaDevice}: its processes are in a sandbox, with the nodes of devices and what CUDA reads.
     *
     * @param architecture for which kernels in Triton are compiled, such as {@code sm_90}
     */
    public CudaDevice(String backend, String model, Duration limit, Sandbox sandbox, String architecture) {
        this.backend = requireNonNull(backend);
        this.model = requireNonNull(model);
        this.limit = requireNonNull(limit);
        this.sandbox = Optional.of(sandboxed(sandbox, ChildJvm.classPath()));
        this.triton = Optional.of(TritonCompiler.installed(architecture, sandbox));
    }

    /** Returns why its processes cannot use the device; empty if they can. */
    Optional<String> refusal() {
        try (LoadedKernel kernel = load("", List.of(), DeviceArena.bytes(1, 1))) {
            ((KernelProcess) kernel).greet();
            return Optional.empty();
        } catch (UnavailableException unusable) {
            return Optional.of(String.valueOf(unusable.getMessage()));
        }
    }

    @Override
    public String name() {
        return backend;
    }

    @Override
    public String description() {
        return model;
    }

    @Override
    public boolean isAccelerated() {
        return true;
    }

    @Override
    public LoadedKernel load(String source, List<String> entries, long bytes) {
        try {
            BuildFolder own = BuildFolder.in(Path.of(System.getProperty("java.io.tmpdir")));
            Path folder = own.path();
            Path text = Files.writeString(folder.resolve("kernel.cu"), source);
            Path errors = folder.resolve("errors");
            DeviceArena arena = new DeviceArena(folder.resolve("arena"), bytes);
            List<String> command = ChildJvm.command(KernelServer.class, backend);
            if (sandbox.isPresent()) {
                command.addAll(command.indexOf("-cp"), libraries());
            }
            command.addAll(List.of(text.toString(), arena.file().toString()));
            command.addAll(entries);
            Process process = sandbox.isPresent()
                    ? sandbox.get().start(bounded(command), folder, Optional.of(folder), errors.toFile())
                    : new ProcessBuilder(command).redirectError(errors.toFile()).start();
            return new KernelProcess(process, arena, errors, KernelProcess.Kind.DEVICE, limit, own);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public Optional<List<String>> command(OneLaunch launch, Path source) {
        List<String> command = ChildJvm.command(OneLaunch.class);
        command.addAll(launch.arguments(backend, source));
        return Optional.of(command);
    }

    @Override
    public Optional<TritonCompiler> triton() {
        return triton;
    }

    @Override
    public void close() {}

    private static Sandbox sandboxed(Sandbox sandbox, String classPath) {
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
    private static List<String> libraries() {
        return CudaNatives.loaded().isEmpty()
                ? List.of()
                : List.of("-D" + PREFIX + "libs="
                        + CudaNatives.loaded().stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)));
    }

    /** The environment of a sandbox is empty; and no account has a home there. */
    private static List<String> bounded(List<String> command) {
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
