package dev.amdahl.gpu.kernel.device;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.KernelSource;
import dev.amdahl.spi.refine.Sandbox;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Compiles kernels in Triton to PTX, each by a Python of its own, which needs no device. Thread-safe. */
public final class TritonCompiler {
    private static final int MAX_BYTES = 4 << 20;
    private static final int SHOWN = 3000;
    private static final int NO_TRITON = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<String> python;
    private final String capability;
    private final Duration limit;
    private final Sandbox sandbox;

    /**
     * @param python variables and the command of a Python, which may have Triton or not
     * @param architecture of the device, such as {@code sm_90}
     * @param limit when a compilation counts as hung
     * @param sandbox where the text, which is a program, is run
     */
    public TritonCompiler(List<String> python, String architecture, Duration limit, Sandbox sandbox) {
        this.python = List.copyOf(python);
        this.capability = architecture.replaceAll("\\D", "");
        this.limit = requireNonNull(limit);
        this.sandbox = requireNonNull(sandbox);
    }

    /** Returns that of {@code python3}, with the folders that {@code PYTHONPATH} and a virtual environment name. */
    static TritonCompiler installed(String architecture, Sandbox sandbox) {
        String path = System.getenv().getOrDefault("PYTHONPATH", "");
        String environment = System.getenv().getOrDefault("VIRTUAL_ENV", "");
        List<Path> read = Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of(environment))
                .filter(folder -> folder.startsWith("/"))
                .map(Path::of)
                .toList();
        return new TritonCompiler(
                List.of("PYTHONPATH=" + path, environment.isEmpty() ? "python3" : environment + "/bin/python3"),
                architecture,
                LIMIT,
                sandbox.with(List.of(), read, List.of()));
    }

    /**
     * What is compiled, and how.
     *
     * @param types of its arguments as Triton names them, such as {@code *fp32}
     * @param constants its further arguments
     */
    public record Request(
            String text, String entry, List<String> types, Map<String, Integer> constants, int warps, int stages) {}

    /**
     * A kernel for a device.
     *
     * @param text PTX, which {@link KernelSource} takes as it is
     * @param shared bytes of shared memory
     * @param threads of a block
     */
    public record Compiled(String text, int shared, int threads) {}

    /**
     * Compiles one kernel.
     *
     * @return empty where there is no Triton
     * @throws KernelFailure if it does not compile, or not within the time
     */
    public Optional<Compiled> compile(Request request) throws KernelFailure {
        try {
            Path folder = Files.createTempDirectory("amdahl-triton");
            try {
                return compiled(request, folder);
            } finally {
                try (Stream<Path> all = Files.walk(folder)) {
                    all.sorted(Comparator.reverseOrder())
                            .forEach(path -> path.toFile().delete());
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Optional<Compiled> compiled(Request request, Path folder) throws IOException, KernelFailure {
        Path script = folder.resolve("triton_child.py");
        try (InputStream in = requireNonNull(TritonCompiler.class.getResourceAsStream("triton.py"))) {
            Files.copy(in, script);
        }
        Path text = Files.writeString(folder.resolve("candidate.py"), request.text());
        List<String> command = new ArrayList<>(
                List.of("/usr/bin/env", "HOME=" + folder, "TRITON_CACHE_DIR=" + folder.resolve("cache")));
        command.addAll(python);
        command.addAll(List.of(script.toString(), text.toString(), request.entry(), capability));
        command.addAll(List.of(
                String.valueOf(request.warps()), String.valueOf(request.stages()), String.join(",", request.types())));
        request.constants().forEach((name, value) -> command.add(name + "=" + value));
        Path errors = folder.resolve("errors");
        Process process = sandbox.start(command, folder, Optional.of(folder), errors.toFile());
        CompletableFuture<Boolean> late =
                new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> watch = late.thenAccept(isLate -> {
            if (isLate) {
                end(process);
            }
        });
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            boolean isEnded = said.length() < MAX_BYTES && process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (late.isDone() || !isEnded) {
                throw wrong(
                        isEnded || said.length() < MAX_BYTES
                                ? "no end within " + limit.toSeconds() + " s"
                                : "it prints without end");
            }
            late.complete(false);
            if (process.exitValue() == NO_TRITON) {
                return Optional.empty();
            }
            if (process.exitValue() != 0) {
                throw wrong(last(errors, process.exitValue()));
            }
            return Optional.of(parse(said));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new KernelFailure(KernelFailure.Kind.HUNG, "was interrupted");
        } finally {
            watch.cancel(false);
            end(process);
        }
    }

    private static Compiled parse(String said) throws KernelFailure {
        int line = said.indexOf('\n');
        List<String> head =
                line < 0 ? List.of() : List.of(said.substring(0, line).split(" ", -1));
        if (head.size() != 2 || !head.stream().allMatch(word -> word.matches("\\d{1,6}"))) {
            throw wrong("the compiler gave no kernel");
        }
        return new Compiled(
                KernelSource.ASSEMBLY + said.substring(line + 1),
                Integer.parseInt(head.get(0)),
                Integer.parseInt(head.get(1)));
    }

    private static KernelFailure wrong(String why) {
        return new KernelFailure(KernelFailure.Kind.BUILD, "Triton: " + why);
    }

    /** The child says why in its last line; what it says before is Triton's. */
    private static String last(Path errors, int code) throws IOException {
        try (InputStream in = Files.newInputStream(errors)) {
            List<String> lines = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            String last = lines.isEmpty() ? "it ended with exit code " + code : lines.get(lines.size() - 1);
            return last.substring(0, Math.min(last.length(), SHOWN));
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
