package dev.amdahl.gpu.kernel.device;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.internal.child.ChildJvm;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.refine.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs kernels on a compute backend, each in a JVM of its own: a kernel that hangs, traps or writes out of bounds loses that process and
 * its context, and nothing else. Thread-safe.
 */
public final class CudaDevice implements KernelDevice {
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
        this.sandbox = Optional.of(DeviceSandbox.of(sandbox, ChildJvm.classPath()));
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
                command.addAll(command.indexOf("-cp"), DeviceSandbox.libraries());
            }
            command.addAll(List.of(text.toString(), arena.file().toString()));
            command.addAll(entries);
            Process process = sandbox.isPresent()
                    ? sandbox.get().start(DeviceSandbox.bounded(command), folder, Optional.of(folder), errors.toFile())
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
}
