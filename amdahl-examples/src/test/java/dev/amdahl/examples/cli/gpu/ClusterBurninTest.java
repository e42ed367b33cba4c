package dev.amdahl.examples.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Three nodes of a scheduler that is played, and of a real one. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "nodes are played by shell scripts")
final class ClusterBurninTest {
    private static final int NODES = 3;
    private static final String SUMS = """
            #  Rank  %d Group  0 Pid 1 on node device  0 [0x3b] NVIDIA H200
            """;
    private static final String ROW =
            "  1073741824  268435456  float  sum  -1  4010.1  44.10  %1$s  0  3990.7  44.30  %1$s  0\n";

    @TempDir
    private Path folder;

    /** A program that answers as {@code burnin} on a node did: what stands in the file of its host. */
    private String program;

    @BeforeEach
    void programs() throws IOException {
        program = "sh "
                + Shell.quoted(script("amdahl", "for last; do :; done\ncat '" + folder + "'/\"$last.json\"\n")
                        .toString());
        for (int node = 0; node < NODES; node++) {
            says("n" + node, "OK", "PASS", "");
        }
    }

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private void says(String host, String verdict, String outcome, String reason) throws IOException {
        String reasons = reason.isEmpty() ? "" : "\"" + reason + "\"";
        Files.writeString(folder.resolve(host + ".json"), """
                {"verdict": "%1$s", "host_verdict": "OK", "host": "%2$s", "phases": [], "not_tested": [],
                 "reasons": [%4$s], "devices": [{"device": "0", "model": "H200", "driver": "580", "verdict": "%1$s",
                   "phases": [{"phase": "soak", "outcome": "%3$s", "seconds": 1,
                     "figures": {"flops_per_second": 7e14}, "reasons": [%4$s]}]}]}
                """.formatted(verdict, host, outcome, reasons));
    }

    private static NodesOptions options(String... more) {
        List<String> words = new ArrayList<>(
                List.of("--nodes", Integer.toString(NODES), "--accelerators", "h200:1", "--provider", "Acme Cloud"));
        words.addAll(List.of(more));
        return CommandLine.populateCommand(new NodesOptions(), words.toArray(String[]::new));
    }

    private ClusterBurnin.Found run(Map<String, Double> peaks) {
        NodesOptions options = options("--node-command", program, "--cluster", "east");
        NodesRequest request =
                NodesRequest.of("burnin-1", options, List.of("--all", "--peak", "bf16=9"), Duration.ofSeconds(1));
        return new ClusterBurnin(new ScriptedScheduler(1, this::onEachNode), folder, request, options, peaks)
                .run(remark -> {});
    }

    /** As schedulers do it: the same command on each node, with one folder for what they write. */
    private ArmResult onEachNode(ArmRequest arm) {
        try {
            Path output = Files.createDirectories(folder.resolve(arm.name() + "/output"));
            for (int node = 0; node < NODES; node++) {
                ProcessBuilder builder = new ProcessBuilder(arm.command()).inheritIO();
                builder.environment().put("AMDAHL_NODE", Integer.toString(node));
                builder.environment().put("SLURMD_NODENAME", "n" + node);
                builder.environment().put("AMDAHL_OUTPUT", output.toString());
                builder.environment().merge("PATH", folder.toString(), (path, own) -> own + File.pathSeparator + path);
                assertThat(builder.start().waitFor()).isZero();
            }
            return ArmResult.succeeded(arm.name(), 1).folder(folder.resolve(arm.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void sums(int ranks, String busBandwidth) throws IOException {
        String printed = IntStream.range(0, ranks).mapToObj(SUMS::formatted).collect(Collectors.joining())
                + ROW.formatted(busBandwidth);
        Files.writeString(folder.resolve("sums"), printed);
        script("all_reduce_perf", "cat '" + folder + "/sums'\n");
    }

    @Test
    void aClusterIsAcceptedAndWhatWasNotTestedIsSaid() {
        ClusterBurnin.Found found = run(Map.of());
        assertThat(found.verdict())
                .isEqualTo(new HostHealth.ClusterVerdict(
                        "east",
                        "Acme Cloud",
                        HostHealth.ClusterVerdict.Outcome.ACCEPTED,
                        NODES,
                        List.of(),
                        List.of(),
                        List.of("all nodes: all_reduce: no all_reduce_perf on the nodes")));
        assertThat(new ClusterAnswer(found).answer().text())
                .startsWith("ACCEPTED as far as it was tested  east of Acme Cloud\n");
    }

    @Test
    void sickNodesAreNamedWithTheirReasons() throws IOException {
        says("n1", "FAIL", "FAIL", "device 0: soak: silent corruption");
        Files.writeString(folder.resolve("n2.json"), "");
        ClusterBurnin.Found found = run(Map.of());
        assertThat(found.verdict().outcome()).isEqualTo(HostHealth.ClusterVerdict.Outcome.SENT_BACK);
        assertThat(found.verdict().sick()).containsExactly("n1", "n2");
        assertThat(found.verdict().reasons())
                .containsExactly("n1: device 0: soak: silent corruption", "n2: gave no verdict: it said nothing");
        JsonNode json = new Cli(
                        new ClusterAnswer(found).answer().exitCode(),
                        new ClusterAnswer(found).answer().json().toString(),
                        "")
                .json("burnin-cluster");
        assertThat(json.path("nodes").findValuesAsText("verdict")).containsExactly("OK", "FAIL", "NONE");
        assertThat(found.nodes().get(2).devices().get(0).place()).isEqualTo("n2/host");
        Files.writeString(folder.resolve("n2.json"), "{\"verdict\": \"<script>\"}");
        assertThat(run(Map.of()).verdict().reasons()).contains("n2: gave a verdict that cannot be read");
    }

    @Test
    void anAllReduceBelowTheDeclaredNetworkSendsTheClusterBack() throws IOException {
        sums(NODES, "44.30");
        assertThat(run(Map.of("network", 48.)).verdict().outcome())
                .isEqualTo(HostHealth.ClusterVerdict.Outcome.ACCEPTED);
        HostHealth.ClusterVerdict slow = run(Map.of("network", 96.)).verdict();
        assertThat(slow.outcome()).isEqualTo(HostHealth.ClusterVerdict.Outcome.SENT_BACK);
        assertThat(slow.sick()).isEmpty();
        assertThat(slow.reasons())
                .containsExactly(
                        "all nodes: all_reduce: all-reduce reaches 44.3 GB/s, 46 % of the declared 96.0; 60 % is"
                                + " the least");
        sums(1, "44.30");
        assertThat(run(Map.of("network", 96.)).verdict().untested())
                .containsExactly(
                        "all nodes: all_reduce: 1 ranks took part instead of 3: each node ran alone, as without MPI"
                                + " in all_reduce_perf or in the scheduler");
    }

    @Test
    void oneNodeOfTheLocalSchedulerIsAClusterThatTheLedgerKeeps() throws IOException {
        String ledger = folder.resolve("ledger").toString();
        Cli asked = Cli.here(
                "burnin",
                "--nodes",
                "1",
                "--scheduler",
                "local",
                "--node-command",
                "SLURMD_NODENAME=n0; host=n0; " + program,
                "--cluster",
                "east",
                "--provider",
                "Acme Cloud",
                "--ledger",
                ledger,
                "--json");
        assertThat(asked.json("burnin-cluster").path("verdict").asText())
                .as(asked.err())
                .isEqualTo("ACCEPTED");
        assertThat(LedgerReader.view(ledger).totals().clusters()).containsKey("east");
        JsonNode search = Cli.here("ledger", "search", "--ledger", ledger, "--json", "acme accepted")
                .json("ledger-search");
        assertThat(search.at("/clusters/0/cluster").asText()).isEqualTo("east");
        assertThat(Cli.here("ledger", "search", "--ledger", ledger, "nobody").out())
                .doesNotContain("east");
        assertThat(Cli.here("ledger", "verify", "--ledger", ledger).code()).isZero();
    }

    @Test
    void wrongCallsAreUsageErrors() {
        Cli.here("burnin", "--nodes", "0").failsWith(2, "--nodes: was 0");
        Cli.here("burnin", "--nodes", "2", "--accelerators", "h200").failsWith(2, "--accelerators: was 'h200'");
        Cli.here("burnin", "--all", "--peak", "int4=3").failsWith(2, "--peak: there is no peak 'int4'");
        Cli.here("burnin", "--all", "--expect", "0").failsWith(2, "--expect: was 0");
    }

    @Test
    @Tag("long")
    void threeNodesOfARealSlurmAreExaminedAndOneIsSick() throws IOException {
        Optional<PrivateSlurm> started = PrivateSlurm.start(NODES);
        Assumptions.assumeTrue(started.isPresent(), "slurm-wlm and munge are not installed");
        try (PrivateSlurm cluster = started.get()) {
            String java = Cli.java().stream().map(Shell::quoted).collect(Collectors.joining(" "));
            script("nvidia-smi", """
                    [ "$SLURMD_NODENAME" = n2 ] && errors=3
                    case "$*" in
                        --help-query-gpu) echo '"ecc.errors.uncorrected.volatile.total"' ;;
                        --query-remapped-rows=*) echo 'GPU-1, 0, 0, No, No' ;;
                        --query-gpu=index*) echo '0, GPU-1, 00000000:3B:00.0' ;;
                        topo*|nvlink*) ;;
                        *) echo "GPU-1, NVIDIA H200, 580.65.06, ${errors:-0}" ;;
                    esac
                    case "$*" in *-lms*) exec sleep 300 ;; esac
                    """);
            Cli asked = Cli.here(
                    "burnin",
                    "--nodes",
                    "3",
                    "--scheduler",
                    "slurm",
                    "--backend",
                    "cpu",
                    "--seconds",
                    "0.2",
                    "--trial-root",
                    folder.resolve("shared").toString(),
                    "--scheduler-setting",
                    "conf=" + cluster.configuration(),
                    "--ledger",
                    folder.resolve("slurm").toString(),
                    "--provider",
                    "Acme Cloud",
                    "--json",
                    "--node-command",
                    "PATH=" + folder + ":$PATH " + java);
            JsonNode json = asked.json("burnin-cluster");
            assertThat(json.path("verdict").asText()).as(asked.out()).isEqualTo("SENT_BACK");
            assertThat(json.path("sick").toString()).isEqualTo("[\"n2\"]");
            assertThat(json.path("nodes").findValuesAsText("host")).containsExactlyInAnyOrder("n1", "n2", "n3");
            assertThat(json.path("reasons").toString()).contains("n2: ", "has 3 memory errors that were not corrected");
            assertThat(LedgerReader.view(folder.resolve("slurm").toString())
                            .totals()
                            .unfitHosts())
                    .containsExactly("n2");
        }
    }
}
