package dev.amdahl.examples.cli.gpu;

import dev.amdahl.gpu.kernel.KernelVerifier;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a finding what programs that watch one launch say, for the next proposal: counters of {@code ncu} for the fastest so far and for
 * what is right and no faster, findings of {@code compute-sanitizer} for what is wrong. It judges nothing. A program that is missing, or
 * that does not work here, is left out, the latter with one remark. Thread-safe as its verifier.
 */
final class WatchedVerifier implements Verifier {
    private static final String NCU = "ncu";
    private static final String SANITIZER = "compute-sanitizer";
    private static final Set<String> TOLD = Set.of(
            "sm_util",
            "dram_util",
            "tensor_util",
            "memory_throughput_pct",
            "occupancy_pct",
            "theoretical_occupancy_pct",
            "l2_hit_pct",
            "long_scoreboard_stall_pct",
            "short_scoreboard_stall_pct",
            "branch_uniform_pct",
            "ld_efficiency_pct");
    private static final ProfileLimits LIMITS = new ProfileLimits(16L << 20, 100_000, 64);
    private static final int READ = 1 << 16;
    private static final int MAX_CHARACTERS = 1200;
    private static final int MAX_LINES = 8;
    private static final int LINE_CHARACTERS = 200;
    private static final long SECONDS = 90;

    private final KernelVerifier verifier;
    private final Profiler reader;
    private final Function<String, Optional<Path>> programs;
    private final Consumer<String> remarks;
    private final Set<String> broken = new HashSet<>();
    private double fastest = 1;

    /**
     * @param reader of tables of {@code ncu}
     * @param programs finds one by its name
     * @param remarks hears of one that does not work
     */
    WatchedVerifier(
            KernelVerifier verifier,
            Profiler reader,
            Function<String, Optional<Path>> programs,
            Consumer<String> remarks) {
        this.verifier = verifier;
        this.reader = reader;
        this.programs = programs;
        this.remarks = remarks;
    }

    /** On {@code PATH}, else where CUDA is installed. */
    static Optional<Path> installed(String program) {
        List<String> folders =
                new ArrayList<>(List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)));
        folders.add("/usr/local/cuda/bin");
        return folders.stream()
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public Finding verify(Candidate candidate) {
        Finding finding = verifier.verify(candidate);
        Optional<String> seen = finding.isCorrect()
                ? isTelling(finding) ? counters(candidate) : Optional.empty()
                : tool(finding).flatMap(tool -> faults(candidate, tool));
        return seen.map(text -> new Finding(
                        finding.stage(), finding.hack(), finding.speedup(), finding.feedback() + "\n" + text))
                .orElse(finding);
    }

    private synchronized boolean isTelling(Finding finding) {
        double ratio = finding.speedup().map(Speedup::ratio).orElse(0.0);
        boolean isBest = ratio >= fastest;
        fastest = Math.max(fastest, ratio);
        return isBest || finding.stage() != Stage.FASTER;
    }

    /** What was built and is wrong; who cheats is not helped. */
    private static Optional<String> tool(Finding finding) {
        if (finding.stage() != Stage.BUILT) {
            return Optional.empty();
        }
        if (finding.hack().isEmpty()) {
            return Optional.of("memcheck");
        }
        return switch (finding.hack().get()) {
            case NONDETERMINISTIC -> Optional.of("racecheck");
            case OUT_OF_BOUNDS -> Optional.of("memcheck");
            default -> Optional.empty();
        };
    }

    private Optional<String> counters(Candidate candidate) {
        return watched(
                NCU,
                candidate,
                log -> List.of(
                        "--clock-control",
                        "none",
                        "--csv",
                        "--page",
                        "details",
                        "--set",
                        "detailed",
                        "--log-file",
                        log),
                log -> {
                    Profile profile = reader.read(new Artifact(log, "trace"), LIMITS);
                    String figures = new TreeMap<>(profile.counters())
                            .entrySet().stream()
                                    .filter(counter -> TOLD.contains(counter.getKey()))
                                    .map(counter ->
                                            String.format(Locale.ROOT, "%s %.3g", counter.getKey(), counter.getValue()))
                                    .collect(Collectors.joining(", "));
                    return "counters of one launch (ncu): " + figures + lines(profile.findings());
                });
    }

    private Optional<String> faults(Candidate candidate, String tool) {
        return watched(
                SANITIZER, candidate, log -> List.of("--tool", tool, "--print-limit", "3", "--log-file", log), log -> {
                    List<String> said = begin(log)
                            .lines()
                            .filter(line -> line.startsWith("========= "))
                            .map(line -> line.substring(10).strip())
                            .filter(line -> !line.isEmpty()
                                    && !line.startsWith("COMPUTE-SANITIZER")
                                    && !line.startsWith("Saved host backtrace")
                                    && !line.startsWith("Host Frame"))
                            .toList();
                    if (said.isEmpty()) {
                        throw new IOException("its log is empty");
                    }
                    return "compute-sanitizer " + tool + " of one launch:" + lines(said);
                });
    }

    private interface Reading {
        String of(Path log) throws IOException;
    }

    private Optional<String> watched(
            String program, Candidate candidate, Function<String, List<String>> options, Reading reading) {
        Optional<Path> found = isBroken(program) ? Optional.empty() : programs.apply(program);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path folder = Files.createTempDirectory("amdahl-watched");
            Path source = folder.resolve("kernel.cu");
            Path log = folder.resolve("log");
            Path output = folder.resolve("output");
            try {
                Optional<List<String>> launch = verifier.command(candidate, source);
                if (launch.isEmpty()) {
                    return Optional.empty();
                }
                Files.writeString(source, candidate.source());
                List<String> command = new ArrayList<>(List.of(found.get().toString()));
                command.addAll(options.apply(log.toString()));
                command.addAll(launch.get());
                run(command, output);
                return Optional.of(cut(reading.of(log), MAX_CHARACTERS));
            } catch (IOException | AmdahlException unusable) {
                leaveOut(program, unusable, begin(log) + "\n" + begin(output));
                return Optional.empty();
            } finally {
                for (Path each : List.of(source, log, output, folder)) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException unwritable) {
            leaveOut(program, unwritable, "");
            return Optional.empty();
        }
    }

    private synchronized boolean isBroken(String program) {
        return broken.contains(program);
    }

    private synchronized void leaveOut(String program, Exception why, String said) {
        broken.add(program);
        Optional<String> error =
                said.lines().filter(line -> line.contains("ERR")).findFirst();
        remarks.accept(
                program + " is left out: " + cut(error.orElse(String.valueOf(why.getMessage())), LINE_CHARACTERS));
    }

    private static void run(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("no end within " + SECONDS + " s");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("was interrupted", stopped);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String begin(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(READ), StandardCharsets.UTF_8);
        }
    }

    private static String lines(List<String> said) {
        return said.stream()
                .limit(MAX_LINES)
                .map(line -> "\n- " + cut(line, LINE_CHARACTERS))
                .collect(Collectors.joining());
    }

    /** What controls a terminal is no text. */
    private static String cut(@Nullable String text, int characters) {
        String plain = String.valueOf(text).replaceAll("[\\p{Cntrl}&&[^\\n]]", " ");
        return plain.length() <= characters ? plain : plain.substring(0, characters) + "…";
    }
}
