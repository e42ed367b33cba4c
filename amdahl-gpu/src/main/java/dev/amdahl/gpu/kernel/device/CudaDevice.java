package dev.amdahl.gpu.kernel.device;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.refine.Sandbox;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs kernels on a compute backend, each in a JVM of its own: a kernel that hangs, traps or writes out of bounds loses that process and
 * its context, and nothing else. Thread-safe.
 */
public final class CudaDevice implements KernelDevice {
    /** From this Java on, the use of native libraries is warned of unless it was allowed. */
    private static final int NATIVE_ACCESS = 24;

    private final String backend;
    private final String model;
    private final Duration limit;
    private final Optional<Sandbox> sandbox;

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
    }

    /** Overload of {@code CudaDevice}: its processes are in a sandbox, with the nodes of devices and what CUDA reads. */
    public CudaDevice(String backend, String model, Duration limit, Sandbox sandbox) {
        this.backend = requireNonNull(backend);
        this.model = requireNonNull(model);
        this.limit = requireNonNull(limit);
        this.sandbox = Optional.of(DeviceSandbox.of(sandbox, classPath()));
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
            Path folder = Files.createTempDirectory("amdahl-kernel");
            Path text = Files.writeString(folder.resolve("kernel.cu"), source);
            Path errors = folder.resolve("errors");
            DeviceArena arena = new DeviceArena(folder.resolve("arena"), bytes);
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC"));
            // What the JVM itself has to say is not an answer.
            command.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
            if (Runtime.version().feature() >= NATIVE_ACCESS) {
                command.add("--enable-native-access=ALL-UNNAMED");
            }
            System.getProperties().stringPropertyNames().stream()
                    .filter(name -> name.startsWith("amdahl.gpu.") || name.equals("java.library.path"))
                    .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
            if (sandbox.isPresent()) {
                command.addAll(DeviceSandbox.libraries());
            }
            command.addAll(List.of("-cp", classPath(), KernelServer.class.getName(), backend));
            command.addAll(List.of(text.toString(), arena.file().toString()));
            command.addAll(entries);
            Process process = sandbox.isPresent()
                    ? sandbox.get().start(DeviceSandbox.bounded(command), folder, Optional.of(folder), errors.toFile())
                    : new ProcessBuilder(command).redirectError(errors.toFile()).start();
            return new KernelProcess(process, arena, errors, KernelProcess.Kind.DEVICE, limit, List.of(text, folder));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Under Maven the system's class path is that of its launcher. */
    private static String classPath() {
        if (CudaDevice.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs())
                    .map(CudaDevice::file)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String file(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException wrong) {
            throw new IllegalStateException("class path entry " + url, wrong);
        }
    }

    @Override
    public void close() {}
}
