package dev.amdahl.core.internal.testing;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A small numeric program in C in a git repository of its own, for loops whose model offers patches of it. A patch may touch
 * {@code kernel.c}, and {@code table.sh}, which the build runs. Needs git, and gcc and make to build. Not thread-safe.
 */
public final class PatchedProgram {
    private static final String MAIN = """
            #include <stdio.h>
            #include <stdlib.h>
            #include "table.h"
            void product(int n, const double *a, const double *b, double *c);
            int main(void) {
                int n = SIZE;
                double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c);
                srand(atoi(getenv("AMDAHL_SEED")));
                for (int i = 0; i < n * n; i++) { a[i] = rand() % 1000; b[i] = rand() % 1000; }
                product(n, a, b, c);
                FILE *out = fopen("out.txt", "w");
                for (int i = 0; i < n; i++) {
                    double sum = 0;
                    for (int j = 0; j < n; j++) sum += c[i * n + j] * (j + 1);
                    fprintf(out, "%.17g\\n", sum);
                }
                fclose(out);
                printf("processed %d rows\\n", n);
                return 0;
            }
            """;
    /** What takes nearly all of its time: it computes n sines over and over. */
    public static final String KERNEL = """
            #include <math.h>
            /* c = a diag(sin k) b */
            void product(int n, const double *a, const double *b, double *c) {
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < n; j++) {
                        double sum = 0;
                        for (int k = 0; k < n; k++) sum += a[i * n + k] * sin(k) * b[k * n + j];
                        c[i * n + j] = sum;
                    }
            }
            """;

    private final Path repository;
    private final String name;
    private final int size;

    /**
     * Makes the repository.
     *
     * @param folder an empty one
     * @param name what the program is called
     * @param size of its matrices: a run takes about 20 ns times its cube
     */
    public PatchedProgram(Path folder, String name, int size) throws IOException {
        this.name = name;
        this.size = size;
        repository = Files.createDirectories(folder);
        git("init", "-q", "-b", "main");
        write("main.c", MAIN);
        write("kernel.c", KERNEL);
        write("table.sh", table());
        write("Makefile", "all:\n\tsh table.sh\n\tgcc -O1 -o " + name + " main.c kernel.c -lm\n");
        git("add", "-A");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "c");
    }

    /** Returns what the build runs first. */
    public String table() {
        return "echo '#define SIZE " + size + "' >table.h\n";
    }

    /** A model's proposal to give a file that content. */
    public Proposal offer(String title, String file, String content) throws IOException {
        String before = Files.readString(repository.resolve(file));
        write(file, content);
        String diff = git("diff", "--no-color", "--", file);
        write(file, before);
        return new Proposal(
                title,
                List.of(Bottleneck.COMPUTE_BOUND),
                new PatchChange(diff, List.of(file)),
                OptionalDouble.of(.5),
                new Provenance(Provenance.Origin.MODEL, "scripted"));
    }

    /** Returns the job that builds and runs it; its output is compared exactly, its rows are counted. */
    public JobSpec job(Duration limit) {
        return JobSpec.builder("product", List.of("./" + name))
                .timeLimit(limit)
                .runsPerWeek(700)
                .outputs(List.of(new OutputRule("out.txt", new OutputRule.Exact())))
                .workUnits(new ValueSource.Stdout("processed ([0-9]+)"))
                .source(new SourceTree(repository, "HEAD", "0", List.of("make"), List.of("kernel.c", "table.sh")))
                .build();
    }

    /** Returns the kernel with a table of its sines: the same sums in the same order. */
    public static String tabulated() {
        return """
                #include <math.h>
                /* c = a diag(sin k) b */
                void product(int n, const double *a, const double *b, double *c) {
                    double sine[n];
                    for (int k = 0; k < n; k++) sine[k] = sin(k);
                    for (int i = 0; i < n; i++)
                        for (int j = 0; j < n; j++) {
                            double sum = 0;
                            for (int k = 0; k < n; k++) sum += a[i * n + k] * sine[k] * b[k * n + j];
                            c[i * n + j] = sum;
                        }
                }
                """;
    }

    private void write(String path, String content) throws IOException {
        Files.writeString(repository.resolve(path), content);
    }

    private String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(repository.toFile());
        builder.environment().putAll(Map.of("HOME", repository.toString(), "GIT_CONFIG_NOSYSTEM", "1"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() == 0) {
                return output;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        throw new AmdahlException(ErrorCategory.INTERNAL, "git " + List.of(arguments) + " failed in " + repository);
    }
}
