package dev.amdahl.examples.cli.gpu;

import dev.amdahl.gpu.kernel.KernelVerifier;
import dev.amdahl.gpu.kernel.Milestone;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a finding what programs that watch one launch say. A finding of {@code compute-sanitizer} refuses what was accepted; for what is
 * wrong it is told to the next proposal, as are counters of {@code ncu} for the fastest so far and for what is right and no faster. What
 * was accepted and could not be looked at says so. A program that does not work here gets one remark. Thread-safe as its verifier.
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
    private static final List<String> NOISE =
            List.of("COMPUTE-SANITIZER", "Saved host backtrace", "Host Frame", "Program hit ");
    private static final String UNCHECKED = "; not checked by compute-sanitizer";
    private static final Pattern ERRORS = Pattern.compile("SUMMARY: (?:.*\\()?(\\d+) errors?");
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
    private final Map<String, Sanitized> sanitized = new ConcurrentHashMap<>();
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

    /**
     * What {@code compute-sanitizer} came to on one that was accepted.
     *
     * @param fault why it is refused
     * @param note what the finding says else
     */
    private record Sanitized(Optional<Finding> fault, String note) {
        Finding of(Finding accepted) {
            return fault.orElseGet(() ->
                    new Finding(accepted.stage(), accepted.hack(), accepted.speedup(), accepted.feedback() + note));
        }
    }

    @Override
    public Finding verify(Candidate candidate) {
        Finding judged = verifier.verify(candidate);
        Finding finding = judged.isCorrect()
                ? sanitized
                        .computeIfAbsent(candidate.source(), source -> sanitized(candidate))
                        .of(judged)
                : judged;
        if (judged.isCorrect() && !finding.isCorrect()) {
            return finding;
        }
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
                (log, exit) -> {
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
        return watched(SANITIZER, candidate, sanitizer(tool), (log, exit) -> {
            List<String> said = said(log);
            if (said.isEmpty()) {
                throw new IOException("its log is empty");
            }
            return "compute-sanitizer " + tool + " of one launch:" + lines(said);
        });
    }

    /** Each tool in turn, to the first finding. */
    private Sanitized sanitized(Candidate candidate) {
        for (String tool : List.of("memcheck", "racecheck", "initcheck")) {
            Optional<String> fault =
                    watched(SANITIZER, candidate, sanitizer(tool), (log, exit) -> fault(said(log), exit));
            if (fault.isEmpty()) {
                return new Sanitized(Optional.empty(), UNCHECKED + (tool.equals("memcheck") ? "" : " " + tool));
            }
            if (!fault.get().isEmpty()) {
                Milestone milestone = tool.equals("racecheck") ? Milestone.UNSTABLE : Milestone.WRONG;
                return new Sanitized(
                        Optional.of(Finding.stopped(
                                Stage.BUILT,
                                milestone + ": every result was right, but of one launch compute-sanitizer " + tool
                                        + " says:" + fault.get())),
                        "");
            }
        }
        return new Sanitized(Optional.empty(), "; compute-sanitizer finds nothing in one launch");
    }

    /**
     * Returns what it found, as lines; nothing if it saw the whole launch and found nothing.
     *
     * @throws IOException if it did not see it: a launch that failed has no errors either
     */
    private static String fault(List<String> said, int exit) throws IOException {
        List<Matcher> sums =
                said.stream().map(ERRORS::matcher).filter(Matcher::find).toList();
        List<String> found =
                said.stream().filter(line -> !line.contains(" SUMMARY: ")).toList();
        boolean isFound = sums.stream().anyMatch(sum -> !sum.group(1).equals("0"));
        if (isFound && !found.isEmpty()) {
            return lines(found);
        }
        if (sums.isEmpty() || isFound || exit != 0) {
            throw new IOException(found.stream()
                    .findFirst()
                    .orElse(sums.isEmpty() ? "its log has no summary" : "the launch ended with exit code " + exit));
        }
        return "";
    }

    /** What an interface of CUDA answered is no fault of a kernel. */
    private static Function<String, List<String>> sanitizer(String tool) {
        List<String> options = new ArrayList<>(List.of("--tool", tool, "--print-limit", "3"));
        if (tool.equals("memcheck")) {
            options.addAll(List.of("--report-api-errors", "no"));
        }
        return log ->
                Stream.concat(options.stream(), Stream.of("--log-file", log)).toList();
    }

    private static List<String> said(Path log) throws IOException {
        return begin(log)
                .lines()
                .filter(line -> line.startsWith("========= "))
                .map(line -> line.substring(10).strip())
                .filter(line -> !line.isEmpty() && NOISE.stream().noneMatch(line::startsWith))
                .toList();
    }

    private interface Reading {
        String of(Path log, int exit) throws IOException;
    }

    private Optional<String> watched(
            String program, Candidate candidate, Function<String, List<String>> options, Reading reading) {
        Optional<Path> found = isLeftOut(program) ? Optional.empty() : programs.apply(program);
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
                int exit = run(command, output);
                return Optional.of(cut(reading.of(log, exit), MAX_CHARACTERS));
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

    /** Who judges is not left out because of what one candidate did to it. */
    private synchronized boolean isLeftOut(String program) {
        return !program.equals(SANITIZER) && broken.contains(program);
    }

    private synchronized void leaveOut(String program, Exception why, String said) {
        if (!broken.add(program)) {
            return;
        }
        Optional<String> error = said.lines()
                .filter(line -> line.contains("ERR") && !line.contains(" SUMMARY: "))
                .findFirst();
        remarks.accept(program
                + (program.equals(SANITIZER) ? " did not see a launch: " : " is left out: ")
                + cut(error.orElse(String.valueOf(why.getMessage())), LINE_CHARACTERS));
    }

    private static int run(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("no end within " + SECONDS + " s");
            }
            return process.exitValue();
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
