package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.CompilationException;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.internal.emulation.EmulatedText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Libraries of kernels for the emulated driver, each built once for all tests of this process. */
final class EmulatedBuilds implements KernelCompiler {
    /** The system property that names a folder which processes share. */
    static final String FOLDER = "amdahl.gpu.emulated.builds";

    /** Before the name of an entry: a function that takes the places of its arguments. */
    static final String CALL = "amdahl_call_";

    private static final String APPLY = """

            namespace amdahl {
            template <int... I> struct Places {};
            template <int N, int... I> struct Counted : Counted<N - 1, N - 1, I...> {};
            template <int... I> struct Counted<0, I...> { typedef Places<I...> places; };
            template <class... A, int... I> static void apply(void (*entry)(A...), void **at, Places<I...>) { entry(*(A *)at[I]...); }
            template <class... A> static void apply(void (*entry)(A...), void **at) { apply(entry, at, typename Counted<sizeof...(A)>::places()); }
            }
            extern "C" __attribute__((visibility("default"))) void amdahl_call_ENTRY(void **at) { amdahl::apply(ENTRY, at); }
            """;

    /** What NVRTC takes and g++ does not: assembly of the device. */
    private static final String CONVERSIONS = """
            static inline float amdahl_of_half(unsigned short x) { _Float16 half; __builtin_memcpy(&half, &x, 2); return (float)half; }
            static inline unsigned short amdahl_to_half(float x) { _Float16 half = (_Float16)x; unsigned short y; __builtin_memcpy(&y, &half, 2); return y; }
            """;

    private static final Map<String, Path> BUILT = new ConcurrentHashMap<>();

    private final UnaryOperator<String> change;

    /** @param change what is done to each text before it is compiled */
    EmulatedBuilds(UnaryOperator<String> change) {
        this.change = change;
    }

    @Override
    public byte[] compile(KernelSource source, String architecture) {
        String text = change.apply(source.text())
                .replace("asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(y) : \"h\"(x))", "y = amdahl_of_half(x)")
                .replace("asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(y) : \"f\"(x))", "y = amdahl_to_half(x)");
        String whole =
                (text.contains("amdahl_of_half") ? CONVERSIONS : "") + text + APPLY.replace("ENTRY", source.entry());
        return BUILT.computeIfAbsent(whole, built -> library(source.name(), built))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Path library(String name, String text) {
        return built(
                text,
                EmulatedText.LIBRARY,
                EmulatedText.BUILD,
                log -> new CompilationException(name, log),
                folder -> EmulatedText.write(folder, text));
    }

    /** The program that plays the device. */
    static Path driver() {
        return BUILT.computeIfAbsent(
                "",
                none -> built(
                        "driver",
                        "driver",
                        "gcc -O2 -std=gnu11 -U_FORTIFY_SOURCE -rdynamic -o driver driver.c -ldl",
                        IllegalStateException::new,
                        folder -> {
                            Files.writeString(
                                    folder.resolve(EmulatedText.RUNTIME), EmulatedText.resource(EmulatedText.RUNTIME));
                            try (InputStream driver = EmulatedBuilds.class.getResourceAsStream("driver.c")) {
                                Files.copy(Objects.requireNonNull(driver), folder.resolve("driver.c"));
                            }
                        }));
    }

    private interface Sources {
        void write(Path folder) throws IOException;
    }

    /** Builds in a folder of its own; what processes share appears there whole. */
    private static Path built(
            String text, String made, String script, Function<String, RuntimeException> failure, Sources sources) {
        String shared = System.getProperty(FOLDER);
        try {
            Path kept = shared == null
                    ? null
                    : Path.of(shared, UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)) + "-" + made);
            if (kept != null && Files.exists(kept)) {
                return kept;
            }
            Path folder = Files.createTempDirectory("amdahl-builds");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            sources.write(folder);
            String log = run(folder, script);
            if (!Files.exists(folder.resolve(made))) {
                throw failure.apply(log);
            }
            if (kept == null) {
                return folder.resolve(made);
            }
            Path beside = Files.createTempFile(Path.of(shared), "new", "");
            Files.copy(
                    folder.resolve(made),
                    beside,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
            return Files.move(beside, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void delete(Path folder) {
        for (File each : Objects.requireNonNullElse(folder.toFile().listFiles(), new File[0])) {
            each.delete();
        }
        folder.toFile().delete();
    }

    private static String run(Path folder, String script) {
        try {
            Process process = new ProcessBuilder(List.of("/bin/sh", "-c", script))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return log;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public String version() {
        return "emulated";
    }
}
