package dev.amdahl.llm.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.internal.workspace.SandboxLimits;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.internal.chat.OpenAiBackendFactory;
import dev.amdahl.llm.internal.loopback.Ask;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.llm.CallBook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A small job in a git repository, with a builder whose sandbox is real, and an agent over a server on loopback. Not thread-safe. */
final class AgentBench {
    static final String ID = "run-1";
    static final String KERNEL =
            "# the sum of the first numbers\ni=0; s=0\nwhile [ $i -lt 9 ]; do i=$((i+1)); s=$((s+i)); done\necho $s\n";
    private static final SandboxLimits SMALL = new SandboxLimits(192L << 20, 48, 8L << 20, 24L << 20, 8L << 20);

    final Path folder;
    final Path repository;
    final GitBuilder builder;
    /** How many candidates a briefing asks for. */
    OptionalInt candidates = OptionalInt.empty();
    /** Whether its tests ask for the right sum; if not, they fail before any change. */
    private int sum = 45;

    AgentBench(Path folder) throws IOException {
        this(folder, Duration.ofSeconds(4));
    }

    /** One whose builds and tests may take so long. */
    AgentBench(Path folder, Duration limit) throws IOException {
        List.of("git", "bwrap").forEach(Requires::program);
        this.folder = folder;
        repository = Files.createDirectories(folder.resolve("repository"));
        builder = new GitBuilder(folder.resolve("trees"), limit, SandboxPolicy.DEFAULT.with(SMALL));
        git("init", "-q", "-b", "main");
        write("src/kernel.sh", KERNEL);
        write("src/gen.sh", "true\n");
        write("build.sh", "cat build-notes.txt\nsh src/gen.sh || exit 1\ncp src/kernel.sh kernel && chmod +x kernel\n");
        write("measure.py", "print(1)\n");
        for (String channel : List.of("notes.txt", "build-notes.txt", "test-notes.txt", "run-notes.txt")) {
            write(channel, "nothing\n");
        }
        tests();
        write("run.sh", "cat run-notes.txt\nsh ./kernel\n");
        commit();
    }

    private void tests() throws IOException {
        write(
                "tests/check.sh",
                "cat test-notes.txt\n[ \"$(sh ./kernel)\" = " + sum + " ] || { echo wrong sum; exit 1; }\n");
    }

    /** Has the tests fail whatever the code. */
    void breakTests() throws IOException {
        sum = 46;
        tests();
        commit();
    }

    void write(String path, String content) throws IOException {
        Path file = repository.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, content);
    }

    void commit() throws IOException {
        git("add", "-A", "-f");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "c");
    }

    String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder process =
                new ProcessBuilder(command).directory(repository.toFile()).redirectErrorStream(true);
        process.environment().putAll(Map.of("HOME", repository.toString(), "GIT_CONFIG_NOSYSTEM", "1"));
        Process started = process.start();
        String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(started.waitFor()).as(output).isZero();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return output;
    }

    JobSpec job(String... tests) {
        return JobSpec.builder("sums", List.of("sh", "run.sh"))
                .timeLimit(Duration.ofSeconds(3))
                .source(new SourceTree(
                        repository, "HEAD", "0", List.of("sh", "build.sh"), List.of("src/**"), List.of(tests)))
                .build();
    }

    /** A briefing on it, with an evidence run. */
    private record Brief(JobSpec job, Diagnosis diagnosis, GitBuilder builder, CallBook calls, OptionalInt candidates)
            implements Briefing {
        @Override
        public List<Idea> ideas() {
            return List.of();
        }

        @Override
        public List<String> history() {
            return List.of();
        }

        @Override
        public Optional<Workbench> workbench() {
            return builder.workbench(job);
        }
    }

    Briefing briefing(CallBook book, String... tests) {
        JobSpec job = job(tests);
        Diagnosis diagnosis = new Diagnosis(
                job.family(),
                List.of(new Account(Bottleneck.HOST_SERIAL, 40, 40), new Account(Bottleneck.PRODUCTIVE, 60, 60)),
                40,
                Map.of(),
                List.of(ID),
                List.of());
        return new Brief(job, diagnosis, builder, book, candidates);
    }

    static ToolAdvisor agent(String address, ToolBudget budget) {
        return new ToolAdvisor(
                RoutedModel.of(
                        new OpenAiBackendFactory()
                                .create(new Ask.Context(
                                        Path.of(""), "base_url", address, "model", "model-1", "retries", "0")),
                        new PriceList(1, 1, 1, 1)),
                budget);
    }

    /** Lets a model work on it. */
    Advice work(CallBook book, ToolBudget budget, Fault... script) throws IOException {
        try (LoopbackModel server = LoopbackModel.serving(script)) {
            return agent(server.address(), budget).advise(briefing(book, "sh", "tests/check.sh"));
        }
    }
}
