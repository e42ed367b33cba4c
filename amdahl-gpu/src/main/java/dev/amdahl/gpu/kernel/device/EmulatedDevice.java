package dev.amdahl.gpu.kernel.device;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.internal.emulation.EmulatedText;
import dev.amdahl.gpu.kernel.device.KernelFailure.Kind;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.refine.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs CUDA C++ on the processor for real: g++ compiles it behind a header that gives threads, blocks, shared memory, barriers, shuffles
 * and atomics their meaning. Orders of blocks and threads are drawn, so that a race shows. Thread-safe.
 */
public final class EmulatedDevice implements KernelDevice {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long BUILD_SECONDS = 30;
    private static final int LOG_CHARACTERS = 3000;
    private static final long MIN_ROOM = 1L << 20;
    private static final String RUNNER = "emulator";
    private static final String BUILD_RUNNER = "gcc -O2 -std=gnu11 -U_FORTIFY_SOURCE -rdynamic -o " + RUNNER
            + " emulator.c -ldl && g++ --version && readelf --version";
    private static final String BUILD = EmulatedText.BUILD + " && " + Linkage.command(EmulatedText.LIBRARY);

    private final BuildFolder own;
    private final Path folder;
    private final Sandbox sandbox;
    private final Duration limit;
    private final Map<String, Path> built = new HashMap<>();
    private final Thread end = new Thread(this::clear, "amdahl-emulated-end");

    private EmulatedDevice(BuildFolder own, Sandbox sandbox, Duration limit) {
        this.own = own;
        this.folder = own.path();
        this.sandbox = sandbox;
        this.limit = limit;
    }

    /**
     * Builds the runner in a new temporary folder, which is gone once it is closed; those of processes that died go first.
     *
     * @param limit when one call counts as hung
     * @throws AmdahlException if there is no compiler or no sandbox
     */
    public static EmulatedDevice open(Sandbox sandbox, Duration limit) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            EmulatedDevice device =
                    new EmulatedDevice(BuildFolder.in(temporary), requireNonNull(sandbox), requireNonNull(limit));
            try {
                Runtime.getRuntime().addShutdownHook(device.end);
                device.buildRunner();
                return device;
            } catch (RuntimeException | IOException failure) {
                device.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw unusable(temporary, failure);
        }
    }

    private static AmdahlException unusable(Path folder, IOException failure) {
        return new AmdahlException(
                ErrorCategory.USER,
                folder + ": cannot be written: " + failure.getMessage()
                        + "; free some disk space there, or name another folder by -Djava.io.tmpdir",
                failure);
    }

    private void buildRunner() throws IOException {
        Path place = Files.createDirectory(folder.resolve("runner"));
        for (String part : List.of(EmulatedText.RUNTIME, "emulator.c")) {
            Files.writeString(place.resolve(part), EmulatedText.resource(part));
        }
        Ended ended = run(place, BUILD_RUNNER);
        if (ended.code != 0) {
            throw new AmdahlException(
                    ErrorCategory.USER,
                    "the runner of emulated kernels cannot be compiled: " + ended.text
                            + "; install g++, binutils and libc6-dev");
        }
    }

    @Override
    public String name() {
        return "emulated";
    }

    @Override
    public String description() {
        return "one processor core, by g++";
    }

    @Override
    public boolean isAccelerated() {
        return false;
    }

    @Override
    public LoadedKernel load(String source, List<String> entries, long bytes) throws KernelFailure {
        try {
            Path place = built(source);
            Path beside = Files.isWritable(MEMORY) ? MEMORY : folder;
            Path file = Files.createTempFile(beside, "amdahl-arena", "");
            Files.delete(file);
            Path errors = Files.createTempFile(folder, "kernel", ".log");
            DeviceArena arena = new DeviceArena(file, bytes);
            List<String> command = new ArrayList<>(List.of(
                    place.resolve(RUNNER).toString(),
                    place.resolve(EmulatedText.LIBRARY).toString(),
                    file.toString()));
            command.addAll(entries);
            Process process = sandbox.start(command, place, Optional.of(file), errors.toFile());
            return new KernelProcess(process, arena, errors, KernelProcess.Kind.EMULATED, limit, () -> {});
        } catch (IOException failure) {
            throw unusable(folder, failure);
        }
    }

    /** Each text is built once: a process can read what was built, and not write it. */
    private synchronized Path built(String source) throws IOException, KernelFailure {
        Path known = built.get(source);
        if (known != null) {
            return known;
        }
        Path place = Files.createTempDirectory(folder, "kernel");
        EmulatedText.write(place, source);
        Files.copy(folder.resolve("runner").resolve(RUNNER), place.resolve(RUNNER));
        Ended ended = run(place, BUILD);
        if (ended.code != 0) {
            requireRoom();
            throw new KernelFailure(Kind.BUILD, ended.text);
        }
        Linkage.require(ended.text);
        built.put(source, place);
        return place;
    }

    /** On a full disk nothing builds, which says nothing of a candidate. */
    private void requireRoom() throws IOException {
        if (Files.getFileStore(folder).getUsableSpace() < MIN_ROOM) {
            throw unusable(folder, new IOException("no space is left"));
        }
    }

    private record Ended(int code, String text) {}

    private Ended run(Path place, String script) throws IOException {
        Path said = Files.createTempFile(folder, "build", ".log");
        try {
            Process process = sandbox.start(
                    List.of("/bin/sh", "-c", "{ " + script + "; } 2>&1"), place, Optional.of(place), said.toFile());
            process.getOutputStream().close();
            String text = text(process.getInputStream());
            if (!process.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Ended(process.waitFor(), text + Files.readString(said));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("g++", "was interrupted", "run it again", stopped);
        } finally {
            Files.delete(said);
        }
    }

    private static String text(InputStream in) throws IOException {
        byte[] bytes = in.readAllBytes();
        return new String(bytes, 0, Math.min(bytes.length, LOG_CHARACTERS), StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException ending) {
            // The program is ending, and the hook has run or will.
            return;
        }
    }

    private void clear() {
        try {
            own.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
