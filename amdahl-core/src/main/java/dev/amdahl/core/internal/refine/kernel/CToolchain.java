package dev.amdahl.core.internal.refine.kernel;

import com.google.common.io.Resources;
import dev.amdahl.spi.refine.Hack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** gcc with fixed options; the runner is compiled from the text that comes with this package. */
final class CToolchain implements Toolchain {
    private static final Pattern TOKENS = Pattern.compile(
            "//(?:\\\\\\R|[^\\n])*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'", Pattern.DOTALL);

    private static final String LIBRARY = "kernel.so";
    private static final Set<String> HEADERS = Set.of(
            "math.h",
            "stddef.h",
            "stdint.h",
            "stdbool.h",
            "stdlib.h",
            "string.h",
            "float.h",
            "limits.h",
            "assert.h",
            "immintrin.h",
            "x86intrin.h",
            "xmmintrin.h",
            "emmintrin.h",
            "arm_neon.h");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^\\s*(?:#|%:)\\s*include\\w*\\s*(.*)$");
    /** What a text says plainly; what it hides is found in the built file, or stopped when it runs. */
    private static final Map<Pattern, Hack> PLAIN = Map.of(
            Pattern.compile("\\b(?:asm|__asm|__asm__)\\b|\\bincbin\\b"), Hack.FORBIDDEN_CODE,
            Pattern.compile("\\b_*(?:constructor|destructor|ifunc|init_array)_*\\b"), Hack.FORBIDDEN_CODE,
            Pattern.compile("\\b\\w*rdtscp?\\b|\\b__builtin_readcyclecounter\\b"), Hack.TIMER,
            Pattern.compile("#\\s*pragma\\s+comment"), Hack.FORBIDDEN_CODE);

    private static final String RUNNER = "runner";

    private final Path runner;
    private final CandidateSandbox enclosure;

    /** @param runner the compiled runner */
    CToolchain(Path runner, CandidateSandbox enclosure) {
        this.runner = runner;
        this.enclosure = enclosure;
    }

    static List<String> runnerBuild() {
        return List.of("gcc", "-O2", "-std=gnu11", "-o", RUNNER, "runner.c", "-ldl");
    }

    @Override
    public String sourceName() {
        return "kernel.c";
    }

    @Override
    public Optional<HackReport> scan(String source) {
        Matcher include = INCLUDE.matcher(source);
        while (include.find()) {
            String header = include.group(1).strip().replaceAll("^[<\"]|[>\"].*$", "");
            if (!HEADERS.contains(header)) {
                Hack hack = header.contains("pthread") || header.contains("omp") || header.contains("threads")
                        ? Hack.SIDE_THREAD
                        : header.contains("time") ? Hack.TIMER : Hack.FORBIDDEN_CODE;
                return Optional.of(new HackReport(hack, "includes '" + header + "'; allowed are " + HEADERS));
            }
        }
        String code = code(source);
        return PLAIN.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(code).find())
                .map(entry -> new HackReport(
                        entry.getValue(), "the source uses " + entry.getKey().pattern()))
                .findFirst();
    }

    @Override
    public void prepare(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("kernel.h"),
                Resources.toString(Resources.getResource(CToolchain.class, "kernel.h"), StandardCharsets.UTF_8));
        Files.copy(runner, folder.resolve(RUNNER));
    }

    @Override
    public List<String> build() {
        return List.of(
                "prlimit",
                "--cpu=20",
                "--as=2147483648",
                "--fsize=67108864",
                "--core=0",
                "--",
                "gcc",
                "-O2",
                "-std=gnu11",
                "-fPIC",
                "-shared",
                "-nostartfiles",
                "-fvisibility=hidden",
                "-include",
                "kernel.h",
                "-o",
                LIBRARY,
                "kernel.c",
                "-lm");
    }

    @Override
    public Optional<HackReport> inspect(Path folder) throws IOException {
        return SharedObject.read(enclosure, folder, LIBRARY).complaint();
    }

    @Override
    public List<String> serve(Path folder, Path arena, Duration processorTime) {
        return List.of(
                folder.resolve(RUNNER).toString(),
                folder.resolve(LIBRARY).toString(),
                arena.toString(),
                Long.toString(Math.max(1, processorTime.toSeconds())));
    }

    @Override
    public List<Path> evaluator(Path folder) {
        return List.of(folder.resolve(RUNNER), folder.resolve(LIBRARY));
    }

    @Override
    public boolean copiesBuffers() {
        return false;
    }

    @Override
    public int warmUps() {
        return 2;
    }

    /** Returns the text of a source without its comments and the content of its literals. */
    private static String code(String source) {
        return TOKENS.matcher(source).replaceAll(token -> {
            char first = token.group().charAt(0);
            return first == '/' ? " " : "" + first + first;
        });
    }
}
