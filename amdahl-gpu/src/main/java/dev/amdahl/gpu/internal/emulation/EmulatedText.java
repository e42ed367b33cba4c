package dev.amdahl.gpu.internal.emulation;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.internal.kernel.scan.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * CUDA C++ as g++ takes it: behind a header that gives threads, blocks, shared memory, barriers, shuffles and atomics their meaning. What
 * loads the built library includes {@code fibres.h}, which runs blocks and threads.
 */
public final class EmulatedText {
    /** The runtime of a loader. */
    public static final String RUNTIME = "fibres.h";

    /** What {@link #BUILD} makes. */
    public static final String LIBRARY = "kernel.so";

    /** Builds the library in a folder that {@link #write} filled, with bounds on what a hostile text can take. */
    public static final String BUILD =
            "prlimit --cpu=20 --as=2147483648 --fsize=67108864 --core=0 -- g++ -x c++ -std=c++17 -O2 -w -fno-exceptions"
                    + " -fno-rtti -fvisibility=hidden -fPIC -shared -static-libgcc -nostartfiles -fmax-errors=5 -I . -include emulation.h -o "
                    + LIBRARY + " kernel.cu -lm";

    private static final List<String> PARTS = List.of("emulation.h", "vectors.h", "arithmetic.h", "small_floats.h");
    private static final Pattern DYNAMIC = Pattern.compile(
            "extern\\s+__shared__\\s+(?:__align__\\(\\d+\\)\\s+)?((?:unsigned\\s+)?\\w+)\\s+(\\w+)\\s*\\[\\s*\\]\\s*;");

    private EmulatedText() {}

    /** Writes the headers and the text into a folder. Dynamic shared memory is one region of the loader. */
    public static void write(Path folder, String source) throws IOException {
        for (String part : (Iterable<String>) Stream.concat(PARTS.stream(), Headers.OF_TOOLKIT.stream())::iterator) {
            Files.writeString(folder.resolve(part), resource(part));
        }
        for (Map.Entry<String, String> header : Headers.byHabit().entrySet()) {
            Files.writeString(folder.resolve(header.getKey()), header.getValue());
        }
        Files.writeString(
                folder.resolve("kernel.cu"),
                "#line 1 \"kernel.cu\"\n"
                        + DYNAMIC.matcher(source.replace("static __shared__", "__shared__"))
                                .replaceAll("$1 *const $2 = reinterpret_cast<$1 *>(amdahl_dynamic_shared);"));
    }

    /** Returns the text of a part of the emulator. */
    public static String resource(String name) throws IOException {
        try (InputStream in = EmulatedText.class.getResourceAsStream("/dev/amdahl/gpu/kernel/device/" + name)) {
            return new String(requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
