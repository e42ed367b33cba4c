package dev.amdahl.benchmarks.loop;

import dev.amdahl.benchmarks.profilers.TraceBenchmark;
import dev.amdahl.profilers.internal.source.JavaSiteFinder;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a jobs file for the loop over this library's own hot paths: {@code SelfJobs ROOT FOLDER}, where {@code ROOT} is a clone in which
 * {@code benchmarks.jar} was built. Offered are options of the virtual machine, changes by syntax tree, and the patches of
 * {@code benchmarks/self}, which stand for an agent; with {@code loop --models} a model reads the same files.
 */
public final class SelfJobs {
    private static final String CORE = "amdahl-core/src/main/java/dev/amdahl/core/";
    private static final String KINETO = "amdahl-profilers/src/main/java/dev/amdahl/profilers/";

    private final Path root;
    private final Path folder;
    private final Path jar;

    private SelfJobs(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
        this.jar = root.resolve("benchmarks/target/benchmarks.jar");
    }

    /** One hot path, how it is called, and the folders of the files that make it. */
    private record Hot(String name, String call, List<String> sources) {}

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
        new SelfJobs(root, Files.createDirectories(Path.of(arguments[1])).toAbsolutePath()).write();
    }

    private void write() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.json"), TraceBenchmark.generated());
        List<Hot> all = List.of(
                new Hot(
                        "sign-flip-transform",
                        "transform, \"3000\"",
                        List.of(CORE + "internal/stats/WalshHadamard.java")),
                new Hot("trace-reader", "trace, \"6\", " + trace, sources(KINETO + "kineto")),
                new Hot("panel", "panel, \"900\"", sources(CORE + "refute")));
        StringBuilder jobs = new StringBuilder(
                        "policy: {allow_unsigned: true, pairs: 80, calibration: 0%}\nbuilder: {readable: [")
                .append(jar)
                .append("], data: [")
                .append(trace)
                .append("]}\njobs:\n");
        for (Hot hot : all) {
            jobs.append(job(hot));
        }
        System.out.println(Files.writeString(folder.resolve("jobs.yaml"), jobs));
    }

    private List<String> sources(String below) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(below))) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".java") && !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        }
    }

    private String job(Hot hot) throws IOException {
        String sources = String.join(", ", hot.sources());
        String job = """
                  - family: %s
                    command: [java, -cp, "built:%s", dev.amdahl.benchmarks.loop.HotPath, %s]
                    environment: {JAVA_TOOL_OPTIONS: "-XX:+UseG1GC"}
                    time_limit: 3m
                    runs_per_week: 1000
                    metric: {name: single_shot_seconds, json: hot.json, pointer: /0/primaryMetric/score}
                    output: [{path: "-", compare: exact}]
                    source:
                      repository: %s
                      revision: HEAD
                      build: [javac, -nowarn, -d, built, -cp, "%s", %s]
                      editable: [%s]
                    levers:
                      - {name: collector, environment: JAVA_TOOL_OPTIONS, values: ["-XX:+UseSerialGC", "-XX:+UseParallelGC"], addresses: [HOST_SERIAL]}
                      - {name: compiler, environment: JAVA_TOOL_OPTIONS, values: ["-XX:+UseG1GC -XX:TieredStopAtLevel=1"], addresses: [HOST_SERIAL]}
                """.formatted(hot.name(), jar, hot.call(), root, jar, sources, sources);
        StringBuilder offered = new StringBuilder();
        for (String source : hot.sources()) {
            for (SourceEdit edit : new JavaSiteFinder().edits(root, Path.of(source), SourceLimits.DEFAULT)) {
                Path patch = folder.resolve(
                        hot.name() + "-" + edit.name() + "-" + Path.of(source).getFileName() + ".patch");
                offered.append(offer(edit.title(), Files.writeString(patch, edit.diff())));
            }
        }
        Path ideas = root.resolve("benchmarks/self").resolve(hot.name());
        if (Files.isDirectory(ideas)) {
            try (Stream<Path> patches = Files.list(ideas)) {
                patches.sorted()
                        .forEach(patch -> offered.append(offer(
                                patch.getFileName()
                                        .toString()
                                        .replace(".patch", "")
                                        .replace('-', ' '),
                                patch)));
            }
        }
        return offered.isEmpty() ? job : job + "    hypotheses:\n" + offered;
    }

    private static String offer(String title, Path patch) {
        return "      - {title: \"" + title + "\", addresses: [HOST_SERIAL], patch: \"" + patch + "\"}\n";
    }
}
