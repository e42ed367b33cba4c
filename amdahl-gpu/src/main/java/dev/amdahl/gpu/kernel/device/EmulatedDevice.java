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
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Runs CUDA C++ on the processor for real: g++ compiles it behind a header that gives threads, blocks, shared memory, barriers, shuffles
 * and atomics their meaning. Orders of blocks and threads are drawn, so that a race shows. Thread-safe.
 */
public final class EmulatedDevice implements KernelDevice {
    private static final Pattern AT_LOAD = Pattern.compile("INIT|FINI|IRELATIV|(?:pre)?init_array|fini_array|[cd]tors");

    private static final Pattern ON_DEVICE = Pattern.compile(
            "amdahl_\\w+|__tls_get_addr|mem(?:cpy|move|set|cmp)|strlen|rawmemchr"
                    + "|(?:exp|exp2|expm1|log|log1p|log2|log10|sqrt|cbrt|a?(?:sin|cos|tan)h?|sincos|atan2|pow|hypot|erfc?|tgamma"
                    + "|fmax|fmin|fabs|fdim|fma|fmod|remainder|copysign|ldexp|floor|ceil|trunc|round|rint|nearbyint)f?");

    /** Bytes of a section for variables, in hexadecimal digits. */
    private static final Pattern VARIABLES = Pattern.compile("VARIABLES 0*[1-9a-f][0-9a-f]*");

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long BUILD_SECONDS = 30;
    private static final int LOG_CHARACTERS = 3000;
    private static final long MIN_ROOM = 1L << 20;
    private static final String RUNNER = "emulator";
    private static final String BUILD_RUNNER = "gcc -O2 -std=gnu11 -U_FORTIFY_SOURCE -rdynamic -o " + RUNNER
            + " emulator.c -ldl && g++ --version && readelf --version";
    private static final String BUILD = EmulatedText.BUILD + " && " + command(EmulatedText.LIBRARY);

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
        require(ended.text);
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

    /**
     * Prints a line for each symbol that a shared object leaves to others, for each thing in it that runs when it is loaded, and for each
     * section for variables.
     */
    private static String command(String library) {
        return "readelf -W -S -d -r --dyn-syms " + library + " | sed -nE 's/.* UND ([^@ ]+).*/\\1/p;"
                + " s/.*\\.((pre)?init_array|fini_array|[cd]tors).*/\\1/p; s/.*\\((INIT|FINI)\\).*/\\1/p; s/.*(IRELATIV).*/\\1/p;"
                + " s/.* \\.(data|bss) +[A-Z]+ +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) .*/VARIABLES \\2/p'";
    }

    /** @throws KernelFailure if what {@link #command} printed names something that no device would do */
    private static void require(String printed) throws KernelFailure {
        Optional<String> early = first(printed, AT_LOAD.asMatchPredicate());
        if (early.isPresent()) {
            throw new KernelFailure(
                    Kind.EARLY, "code would run when the kernel is loaded, before any launch: " + early.get());
        }
        if (first(printed, VARIABLES.asMatchPredicate()).isPresent()) {
            throw new KernelFailure(Kind.LASTING, "a variable of it would keep what one launch left for the next");
        }
        Predicate<String> isForeign = ON_DEVICE.asMatchPredicate().negate();
        Optional<String> foreign = first(printed, isForeign.and(line -> !line.startsWith("VARIABLES ")));
        if (foreign.isPresent()) {
            throw new KernelFailure(Kind.FOREIGN, "it calls '" + foreign.get() + "', which no device has");
        }
    }

    private static Optional<String> first(String printed, Predicate<String> sought) {
        return printed.lines().filter(line -> !line.isBlank()).filter(sought).findFirst();
    }
}
