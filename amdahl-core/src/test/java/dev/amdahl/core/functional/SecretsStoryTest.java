package dev.amdahl.core.functional;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.RewardExport;
import dev.amdahl.core.internal.testing.PlantedSecrets;
import dev.amdahl.core.internal.testing.PlantedSecrets.Planted;
import dev.amdahl.core.ledger.LedgerExport;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever secrets a job says, of all that the loop writes only the job's own folders hold them; and its figures still count. */
final class SecretsStoryTest {
    private static final int EACH = 80;
    private static final String PASSED = "kept/";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final long seed = Long.getLong("amdahl.seed", 20261123);
    private final PlantedSecrets planted = new PlantedSecrets(seed);
    private final List<String> pieces = new ArrayList<>();
    private final List<String> names = texts();
    private final List<String> outputs = texts();
    private final List<String> log = texts();
    private final List<String> lookAlikes = planted.lookAlikes(EACH);

    private List<String> texts() {
        List<Planted> secrets = planted.secrets(EACH);
        secrets.forEach(secret -> pieces.addAll(secret.pieces()));
        return secrets.stream().map(Planted::text).toList();
    }

    /** What the workload measures, and secrets wherever a job can leave them. */
    private ArmResult talkative(ArmRequest arm) {
        ArmResult measured = Workload.run(arm, folder);
        Map<String, Double> metrics = new HashMap<>();
        for (int i = 0; i < EACH; i++) {
            metrics.put("train/" + names.get(i), 1.0 + i);
            metrics.put(PASSED + lookAlikes.get(i), 1.0 + i);
        }
        metrics.put("seconds", measured.wallSeconds().orElseThrow());
        Map<String, String> digests = new HashMap<>(measured.digests());
        outputs.forEach(name -> digests.put("AMDAHL_OUTPUT/" + name, "same"));
        measured.folder().ifPresent(this::leave);
        return measured.metrics(metrics)
                .digests(digests)
                .input("digest " + names.get(0))
                .circumstances(Map.of(EnvironmentFact.KERNEL, "Linux " + names.get(1)));
    }

    private void leave(Path run) {
        String lines =
                log.stream().map(text -> "12:00:01 worker: " + text + " ok\n").collect(Collectors.joining());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(run.resolve("run/job.log.gz")))) {
            out.write(lines.getBytes(UTF_8));
            Files.writeString(run.resolve("run/job.log"), lines + String.join("\n", lookAlikes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JobSpec.Builder job() {
        return Workload.job("eval", .5, Workload.workers("4"))
                .metric(new MetricSpec("seconds", Optional.of(new ValueSource.Json("m.json", "/seconds")), true))
                .artifacts(Map.of("trace", "trace.json", "log", "job.log", "packed", "job.log.gz"));
    }

    @Test
    void noSecretOfAJobIsInAnyByteThatTheLoopWrites() throws IOException {
        World world = new World(folder, new Cluster(1, this::talkative), job().build());
        LedgerView view = world.untilIdle();
        CycleReport report = world.cycle();
        LedgerExport.write(world.url(), folder.resolve("export.jsonl"));
        try (OutputStream rewards = Files.newOutputStream(folder.resolve("rewards.jsonl"))) {
            RewardExport.write(view, rewards);
        }
        HtmlReport.write(view, ReportInputs.builder().build(), folder.resolve("page"));
        Files.writeString(folder.resolve("notes"), String.join("\n", report.notes()));

        List<String> written = written();
        assertThat(written).hasSizeGreaterThan(8);
        assertThat(pieces.stream().filter(piece -> written.stream().anyMatch(text -> text.contains(piece))))
                .as("seed %d", seed)
                .isEmpty();
        assertThat(written).anyMatch(text -> text.contains("[redacted "));
        assertThat(lookAlikes)
                .as("seed %d", seed)
                .allMatch(text -> written.stream().anyMatch(file -> file.contains(text)));
        assertThat(World.state(view, "eval", "workers")).isEqualTo(HypothesisState.IN_REVIEW);
        int told = EACH + new HashSet<>(lookAlikes).size() + 1;
        assertThat(world.entries(Entry.RunCollected.class).stream()
                        .flatMap(entry -> entry.result().arms().stream())
                        .map(arm ->
                                arm.metrics().size() + " and " + arm.digests().size()))
                .isNotEmpty()
                .containsOnly(told + " and " + (EACH + 1));
        world.verify();
    }

    /** All files but the folders of the arms, which jobs wrote themselves; unpacked. */
    private List<String> written() throws IOException {
        List<String> written = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(path -> !path.startsWith(folder.resolve("arms")))
                    .toList()) {
                byte[] bytes = Files.readAllBytes(file);
                boolean isPacked = bytes.length > 1 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
                written.add(new String(
                        isPacked ? new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes() : bytes,
                        ISO_8859_1));
            }
        }
        return written;
    }

    @Test
    void aLeverWhoseValueIsASecretIsRefusedWithoutSayingIt() {
        String secret = "ghp_" + "a1B2".repeat(9);
        World world = new World(
                folder,
                1,
                Workload.job("eval", .5, Workload.workers("4", secret)).build());

        assertThatThrownBy(world::cycle)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(
                        "job eval", "a value of lever workers", "[redacted github token]", "environment")
                .hasMessageNotContaining(secret);
    }
}
