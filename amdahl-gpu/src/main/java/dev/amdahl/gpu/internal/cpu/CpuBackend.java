package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.KernelTwin;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Computes on the processor's cores, each call to its end. Kernels run as their Java twins. Thread-safe but for its buffers.
 */
public final class CpuBackend implements ComputeBackend {
    private static final Path MODELS = Path.of("/proc/cpuinfo");

    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

    static final String NAME = "cpu";

    private static final int COPY_SLICE = 1 << 20;
    private static final double NANOS = 1e-9;

    private final Workers workers;
    private final CpuGemm gemm;
    private final CpuPatterns patterns;

    /**
     * On that many threads, which are daemons.
     *
     * @throws IllegalArgumentException if parallelism is not positive
     */
    public CpuBackend(int parallelism) {
        this.workers = new Workers(parallelism);
        this.gemm = new CpuGemm(workers);
        this.patterns = new CpuPatterns(workers);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Device device() {
        return describe(workers.parallelism());
    }

    @Override
    public <A> DeviceBuffer<A> allocate(ElementType<A> type, long length) {
        return new CpuBuffer<>(type, length);
    }

    @Override
    public <A> void copy(DeviceBuffer<A> from, DeviceBuffer<A> to) {
        if (from.length() != to.length()) {
            throw new IllegalArgumentException(
                    "a copy needs equal lengths, was from " + from.length() + " to " + to.length() + " elements");
        }
        A source = CpuBuffer.of(from).array();
        A target = CpuBuffer.of(to).array();
        int length = (int) from.length();
        workers.each((length + COPY_SLICE - 1L) / COPY_SLICE, slice -> {
            int at = (int) slice * COPY_SLICE;
            System.arraycopy(source, at, target, at, Math.min(COPY_SLICE, length - at));
        });
    }

    @Override
    public <A, C> void multiply(GemmType<A, C> type, DeviceMatrix<A> a, DeviceMatrix<A> b, DeviceMatrix<C> c) {
        gemm.multiply(type, a, b, c);
    }

    @Override
    public void fill(DeviceBuffer<?> buffer, Pattern pattern) {
        patterns.fill(buffer, pattern);
    }

    @Override
    public PatternCheck check(DeviceBuffer<?> buffer, Pattern pattern) {
        return patterns.check(buffer, pattern);
    }

    @Override
    public Kernel compile(KernelSource source) {
        KernelTwin twin = source.twin()
                .orElseThrow(() -> new DeviceException(
                        Fault.UNSUPPORTED,
                        "kernel " + source.name()
                                + " has no Java twin, and the processor runs nothing else; use a device"));
        return new CpuKernel(source, twin, workers);
    }

    @Override
    public double seconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) * NANOS;
    }

    @Override
    public void synchronize() {
        // Every call has done its work when it returns.
    }

    @Override
    public void close() {
        workers.stop();
    }

    /** What this machine says of its processor; what it does not say is left unknown. */
    private static Device describe(int processors) {
        String architecture = System.getProperty("os.arch", "unknown");
        return new Device(
                model().orElse(architecture),
                architecture,
                processors,
                Runtime.getRuntime().maxMemory(),
                lastLevelCache(),
                Map.of("java", System.getProperty("java.version", "unknown")));
    }

    private static Optional<String> model() {
        return text(MODELS)
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith("model name") && line.contains(":"))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .findFirst());
    }

    private static long lastLevelCache() {
        return Stream.of("index0", "index1", "index2", "index3", "index4")
                .flatMap(index -> text(CACHES.resolve(index).resolve("size")).stream())
                .map(String::trim)
                .filter(size -> size.matches("\\d{1,9}K"))
                .mapToLong(size -> 1024 * Long.parseLong(size.substring(0, size.length() - 1)))
                .max()
                .orElse(0);
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
