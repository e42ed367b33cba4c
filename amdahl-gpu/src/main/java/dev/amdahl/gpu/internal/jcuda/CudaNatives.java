package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.internal.jcuda.CudaReadiness.Layer;
import dev.amdahl.gpu.internal.jcuda.CudaReadiness.Ready;
import dev.amdahl.gpu.internal.jcuda.CudaReadiness.Unavailable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.nvrtc.JNvrtc;
import jcuda.runtime.JCuda;

/**
 * Loads JCuda on the CUDA libraries of this machine, once in a process: finds those of CUDA 13 or 12, loads them in their order,
 * writes JCuda's natives to a private folder, relabelled where CUDA is 13, and lets JCuda load them from there. Nothing here throws.
 *
 * <p>System properties: {@code amdahl.gpu.libs}, folders with CUDA's libraries to look into first, and {@code amdahl.gpu.cache}, where
 * the private folder is made; by default {@code ~/.cache/amdahl}. Thread-safe.
 */
public final class CudaNatives {
    static final String LIBRARIES_PROPERTY = "amdahl.gpu.libs";
    static final String CACHE_PROPERTY = "amdahl.gpu.cache";

    private static final String VERSION = "12.6.0";
    private static final int BUILT_FOR = 12;
    private static final int NEWEST = 13;
    private static final int NO_DEVICE = 100;
    private static final List<String> NATIVES = List.of("JCudaRuntime", "JCudaDriver", "JNvrtc", "JCublas2");
    private static final String NVRTC_LIBRARY = "libnvrtc.so.";
    private static final String CUBLAS_LIBRARY = "libcublas.so.";
    private static final String DRIVER_LIBRARY = "libcuda.so.1";

    private static final Set<Path> LOADED = ConcurrentHashMap.newKeySet();
    private static volatile int newestCompiler = NEWEST;
    private static volatile Optional<Path> compiler = Optional.empty();

    private CudaNatives() {}

    private static final class Device {
        private static final CudaReadiness READINESS = supervised(Layer.NATIVES, CudaNatives::probeDevice);
    }

    private static final class Compiler {
        private static final CudaReadiness READINESS = supervised(Layer.NVRTC, CudaNatives::probeCompiler);
    }

    private interface Probe {
        CudaReadiness run() throws IOException;
    }

    /** Makes devices usable: driver, compiler and matrix products; the first call may take seconds where there is a device. */
    public static CudaReadiness prepare() {
        return Device.READINESS;
    }

    /** Makes the compiler usable, which needs neither driver nor device. */
    public static CudaReadiness prepareCompiler() {
        return Compiler.READINESS;
    }

    /** Returns the boundary to native code: whatever goes wrong is an answer. */
    private static CudaReadiness supervised(Layer layer, Probe probe) {
        String os = System.getProperty("os.name", "") + " on " + System.getProperty("os.arch", "");
        if (!os.equals("Linux on amd64")) {
            return new Unavailable(Layer.PLATFORM, "JCuda has no natives for " + os + ", only for Linux on x86-64");
        }
        try {
            return probe.run();
        } catch (IOException | LinkageError | RuntimeException e) {
            return new Unavailable(layer, firstLine(e));
        }
    }

    private static String firstLine(Throwable e) {
        String message = String.valueOf(e.getMessage());
        return e.getClass().getSimpleName() + ": "
                + message.lines()
                        .filter(line -> line.contains(".so"))
                        .findFirst()
                        .orElseGet(() -> message.lines().findFirst().orElse(""));
    }

    private static SharedLibraries libraries() {
        return SharedLibraries.ofMachine(System.getProperty(LIBRARIES_PROPERTY, ""), System.getenv());
    }

    /** A library and the major version of the CUDA that it belongs to. */
    private record Found(Path file, int major) {}

    private static Optional<Found> newest(SharedLibraries libraries, String name, int newest) {
        return IntStream.iterate(newest, major -> major >= BUILT_FOR, major -> major - 1)
                .mapToObj(major -> libraries.find(name + major).map(file -> new Found(file, major)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Unavailable missing(Layer layer, String name, int newest) {
        return new Unavailable(
                layer,
                "no " + name + BUILT_FOR + " to " + newest + " found; name its folder in the property "
                        + LIBRARIES_PROPERTY);
    }

    private static CudaReadiness probeCompiler() throws IOException {
        Optional<Found> nvrtc = newest(libraries(), NVRTC_LIBRARY, newestCompiler);
        if (nvrtc.isEmpty()) {
            return missing(Layer.NVRTC, NVRTC_LIBRARY, newestCompiler);
        }
        Found found = nvrtc.get();
        compiler = Optional.of(found.file());
        SharedLibraries.beside(found.file(), "libnvrtc-builtins.so.*").ifPresent(CudaNatives::load);
        load(found.file());
        natives(found.major(), List.of(() -> JNvrtc.setExceptionsEnabled(false)));
        int[] major = new int[1];
        int[] minor = new int[1];
        JNvrtc.nvrtcVersion(major, minor);
        return new Ready(Map.of("nvrtc", major[0] + "." + minor[0]));
    }

    private static CudaReadiness probeDevice() throws IOException {
        SharedLibraries libraries = libraries();
        Optional<Path> library = libraries.find(DRIVER_LIBRARY);
        if (library.isEmpty()) {
            return new Unavailable(Layer.DRIVER, "no CUDA driver: " + DRIVER_LIBRARY + " not found");
        }
        load(library.get());
        natives(BUILT_FOR, List.of(JCuda::initialize, () -> JCudaDriver.setExceptionsEnabled(false)));
        int[] driver = new int[1];
        int status = JCudaDriver.cuInit(0);
        if (status != 0) {
            return new Unavailable(
                    status == NO_DEVICE ? Layer.DEVICE : Layer.DRIVER, "cuInit answered " + CudaStatus.name(status));
        }
        JCudaDriver.cuDriverGetVersion(driver);
        if (driver[0] / 1000 < BUILT_FOR) {
            return new Unavailable(
                    Layer.DRIVER,
                    "the driver runs CUDA " + driver[0] / 1000 + ", too old; update it to one for CUDA " + BUILT_FOR
                            + " or newer");
        }
        newestCompiler = Math.min(NEWEST, driver[0] / 1000);
        int[] devices = new int[1];
        status = JCudaDriver.cuDeviceGetCount(devices);
        if (status != 0 || devices[0] == 0) {
            return new Unavailable(Layer.DEVICE, "the driver sees no device: " + CudaStatus.name(status));
        }
        CudaReadiness compiler = prepareCompiler();
        return compiler instanceof Ready ready ? products(libraries, driver[0], ready) : compiler;
    }

    private static CudaReadiness products(SharedLibraries libraries, int driver, Ready compiler) throws IOException {
        int newest = Math.min(NEWEST, driver / 1000);
        String nvrtc = compiler.versions().getOrDefault("nvrtc", "");
        if (!nvrtc.startsWith(newest + ".") && !nvrtc.startsWith(BUILT_FOR + ".")) {
            return new Unavailable(
                    Layer.NVRTC,
                    "NVRTC " + nvrtc + " is newer than the driver, which runs CUDA " + newest
                            + "; name the folder of CUDA " + newest + " in the property " + LIBRARIES_PROPERTY);
        }
        Optional<Found> cublas = newest(libraries, CUBLAS_LIBRARY, newest);
        if (cublas.isEmpty()) {
            return missing(Layer.CUBLAS, CUBLAS_LIBRARY, newest);
        }
        Found found = cublas.get();
        SharedLibraries.beside(found.file(), "libcublasLt.so." + found.major()).ifPresent(CudaNatives::load);
        load(found.file());
        natives(found.major(), List.of(JCublas2::initialize, () -> JCublas2.setExceptionsEnabled(false)));
        int[] part = new int[3];
        int[] one = new int[1];
        for (int i = 0; i < part.length; i++) {
            JCublas2.cublasGetProperty(i, one);
            part[i] = one[0];
        }
        Map<String, String> versions = new HashMap<>(compiler.versions());
        versions.put("cublas", part[0] + "." + part[1] + "." + part[2]);
        versions.put("driver", driver / 1000 + "." + driver % 1000 / 10);
        versions.put("jcuda", VERSION);
        return new Ready(versions);
    }

    /** Returns the folders of the libraries that this process has loaded, with the headers beside them. */
    public static List<Path> loaded() {
        return List.copyOf(LOADED);
    }

    private static void load(Path library) {
        System.load(library.toAbsolutePath().toString());
        Path folder = library.toAbsolutePath().getParent();
        if (folder != null) {
            LOADED.add(folder);
            LOADED.add(folder.resolveSibling("include"));
        }
    }

    /**
     * Lets JCuda load its natives from the private folder: it looks for them in the folder for temporary files, and takes what lies there.
     */
    private static synchronized void natives(int major, List<Runnable> touches) throws IOException {
        PrivateFolder folder = privateFolder("jcuda-" + VERSION + "-cu" + major);
        for (String name : NATIVES) {
            String file = "lib" + name + "-" + VERSION + "-linux-x86_64.so";
            Optional<byte[]> original = resource("/lib/" + file);
            if (original.isPresent()) {
                folder.put(file, fitting(original.get(), major));
            }
        }
        String usual = System.getProperty("java.io.tmpdir", "/tmp");
        System.setProperty("java.io.tmpdir", folder.path().toString());
        try {
            touches.forEach(Runnable::run);
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
    }

    /** Returns the folder of the toolkit's headers beside the compiler's library, once that was found. */
    static Optional<Path> headers() {
        return compiler.flatMap(
                        library -> Optional.ofNullable(library.toAbsolutePath().getParent()))
                .map(folder -> folder.resolveSibling("include"))
                .filter(Files::isDirectory);
    }

    static byte[] fitting(byte[] original, int major) {
        if (major == BUILT_FOR) {
            return original;
        }
        byte[] relabelled = original;
        for (String library : List.of(CUBLAS_LIBRARY, NVRTC_LIBRARY)) {
            relabelled = ElfRelabelling.relabelled(relabelled, library + BUILT_FOR, library + major);
        }
        return relabelled;
    }

    /** Absent where the natives' jar is not on the class path; JCuda may still find them by {@code java.library.path}. */
    static Optional<byte[]> resource(String name) throws IOException {
        try (InputStream in = JCuda.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        }
    }

    /** Returns a folder of this user alone within the cache. */
    static PrivateFolder privateFolder(String name) throws IOException {
        return PrivateFolder.at(cache().resolve(name));
    }

    /** Returns the folder where this module keeps what the next process may use. */
    public static Path cache() throws IOException {
        String set = System.getProperty(CACHE_PROPERTY, "");
        if (!set.isEmpty()) {
            return Path.of(set);
        }
        Path home = Path.of(System.getProperty("user.home", ""));
        return Files.isWritable(home)
                ? home.resolve(".cache").resolve("amdahl")
                : Files.createTempDirectory("amdahl-natives");
    }
}
