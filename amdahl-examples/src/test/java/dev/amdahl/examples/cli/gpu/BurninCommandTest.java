package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class BurninCommandTest {
    private static final String[] SHORT = {"burnin", "--backend", "cpu", "--seconds", "0.1", "--json"};

    @TempDir
    private Path folder;

    private static String[] with(String... more) {
        List<String> arguments = new ArrayList<>(List.of(SHORT));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    /** A driver that finds a memory error, and then goes on for a minute. */
    private ProcessBuilder besideADriver(String... arguments) throws IOException {
        Path script = folder.resolve("nvidia-smi");
        Files.writeString(script, """
                #!/bin/sh
                case "$*" in
                    --help-query-gpu) echo '"ecc.errors.uncorrected.volatile.total"' ;;
                    --query-remapped-rows=*) echo 'GPU-1, 0, 0, No, No' ;;
                    *) echo 'GPU-1, NVIDIA H200, 580.65.06, 3' ;;
                esac
                case "$*" in *-lms*) sleep 60 ;; esac
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        return process;
    }

    @Test
    void aProcessorIsExaminedAndKeptAndComparedWithItsKind() throws IOException {
        String ledger = folder.resolve("ledger").toString();
        Cli first = Cli.here(with("--ledger", ledger, "--host", "node-1"));
        JsonNode json = first.json("burnin");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(json.path("verdict").asText()).isIn("OK", "WARN");
        assertThat(json.path("phases").findValuesAsText("phase"))
                .containsExactly("identity", "memory", "copy", "soak", "telemetry", "fleet");
        assertThat(json.at("/phases/3/figures/products").asDouble()).isPositive();
        assertThat(json.at("/phases/3/figures/wrong_products").asDouble()).isZero();
        assertThat(json.at("/phases/5/outcome").asText()).isEqualTo("SKIP");
        assertThat(first.err()).as("no terminal, no progress").isEmpty();

        examinedBefore(ledger);
        JsonNode slow = Cli.here(with("--ledger", ledger, "--host", "node-2")).json("burnin");
        assertThat(slow.path("verdict").asText()).isEqualTo("WARN");
        assertThat(slow.path("reasons").toString())
                .containsPattern(
                        "fleet: soak.flops_per_second is (9\\d\\.\\d|100\\.0) % below the middle of 5 examinations");
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger).code()).isZero();
        assertThat(Cli.here("ledger", "log", "--ledger", ledger).out()).contains("HostExamined", "node-2/cpu");
    }

    @Test
    @Tag("soak")
    void allDevicesOfAHostAreExaminedInProcessesOfTheirOwn() throws IOException {
        String ledger = folder.resolve("host").toString();
        Cli all = Cli.here(with("--all", "--peak", "fp32=1e-9", "--ledger", ledger, "--host", "node-1"));
        JsonNode json = all.json("burnin");
        assertThat(json.path("verdict").asText()).as(all.out()).isIn("OK", "WARN");
        assertThat(json.at("/devices/0/phases").findValuesAsText("phase"))
                .containsExactly("identity", "memory", "copy", "soak", "rates", "fleet");
        assertThat(json.path("not_tested").toString())
                .contains("links: one device alone", "device 0: rates: no peak of fp64, tf32, fp16, bf16 is known");
        assertThat(Cli.here("ledger", "log", "--ledger", ledger).out()).contains("node-1/0", "node-1/host");
        assertThat(Cli.here(with("--all", "--expect", "8"))
                        .json("burnin")
                        .path("reasons")
                        .toString())
                .contains("identity: 1 devices were found instead of 8");
    }

    private static double figure(HostHealth health, String name) {
        return Optional.ofNullable(health.figures().get(name)).orElseThrow();
    }

    /** Four others of its kind, so much faster that a busy machine makes no difference. */
    private static void examinedBefore(String url) {
        List<HostHealth> known = new ArrayList<>();
        LedgerReader.forEach(url, recorded -> {
            if (recorded.entry() instanceof Entry.HostExamined examined) {
                known.add(examined.health());
            }
        });
        HostHealth like = known.get(0);
        double rate = 1000 * figure(like, "soak.flops_per_second");
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            for (int i = 0; i < 4; i++) {
                HostHealth fast = new HostHealth(
                        "fast-" + i,
                        "cpu",
                        like.model(),
                        like.driver(),
                        HostHealth.Grade.OK,
                        Map.of("soak.flops_per_second", rate + i, "soak.rows", figure(like, "soak.rows")),
                        List.of());
                lease.commit(new Entry.HostExamined(fast.place(), fast));
            }
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the driver is played by a shell script")
    void aHostThatFailsEndsWithOneAndIsAvoided() throws IOException, InterruptedException {
        String ledger = folder.resolve("ledger").toString();
        Path out = folder.resolve("out");
        Process process = besideADriver(with("--ledger", ledger, "--host", "node-3"))
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        JsonNode json = new Cli(process.exitValue(), Files.readString(out), "").json("burnin");
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.path("reasons").toString()).contains("GPU-1 has 3 memory errors that were not corrected");
        assertThat(LedgerReader.view(ledger).totals().unfitHosts()).containsExactly("node-3");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "signals are sent by kill")
    void anInterruptLeavesNothingBehind() throws IOException, InterruptedException {
        ProcessBuilder builder = besideADriver("burnin", "--backend", "cpu", "--seconds", "60");
        // What a script runs in its background ignores the signal, and so does all that it starts.
        builder.command().addAll(0, List.of(Requires.program("env").toString(), "--default-signal=INT"));
        Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            while (process.descendants().noneMatch(BurninCommandTest::isWatching)) {
                assertThat(process.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
            }
            List<ProcessHandle> children = process.descendants().toList();
            assertThat(children).isNotEmpty();
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
            for (ProcessHandle child : children) {
                child.onExit().orTimeout(60, TimeUnit.SECONDS).join();
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** What the driver does while it is asked again and again. */
    private static boolean isWatching(ProcessHandle child) {
        return child.info().command().orElse("").endsWith("sleep");
    }

    @Test
    void progressIsForTerminals() throws Exception {
        Path script = Requires.program("script");
        String call = String.join(" ", Cli.java()) + " burnin --backend cpu --seconds .1";
        Process process = new ProcessBuilder(script.toString(), "-qec", call, "/dev/null")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(out).contains("memory: pass after", "soak: pass after");
    }

    @Test
    void wrongFiguresAreUsageErrors() {
        Cli.here("burnin", "--backend", "tpu").failsWith(2, "no backend is named 'tpu'");
        Cli.here("burnin", "--seconds", "0").failsWith(2, "--seconds: was 0.0");
        Cli.here("burnin", "--seconds", "NaN").failsWith(2, "--seconds: was NaN");
        Cli.here("burnin", "--host", "a/b").failsWith(2, "--host: was 'a/b'", "without a slash");
    }
}
