package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.spi.contract.Requires;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the containers of docs/kubernetes/loop.yaml start, and what their probes ask. */
final class LoopManifestTest {
    private static final Path MANIFEST = Path.of("").toAbsolutePath().resolveSibling("docs/kubernetes/loop.yaml");

    @TempDir
    Path folder;

    private static Object at(Object tree, Object... path) {
        Object here = tree;
        for (Object step : path) {
            here = step instanceof Integer index
                    ? ((List<?>) here).get(index)
                    : Objects.requireNonNull(((Map<?, ?>) here).get(step), step.toString());
        }
        return here;
    }

    private static List<String> words(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }

    private static List<Object> containers() throws IOException {
        Iterable<Object> all = new Load(LoadSettings.builder().build()).loadAllFromString(Files.readString(MANIFEST));
        Object deployment = StreamSupport.stream(all.spliterator(), false)
                .filter(one -> at(one, "kind").equals("Deployment"))
                .findFirst()
                .orElseThrow();
        return List.copyOf((List<?>) at(deployment, "spec", "template", "spec", "containers"));
    }

    @Test
    void theArgumentsAreTaken() throws IOException {
        assertThat(containers()).hasSize(2).allSatisfy(container -> {
            List<String> given = words(at(container, "args"));
            assertThatCode(() -> Commands.lineFor(given).parseArgs(given.toArray(new String[0])))
                    .doesNotThrowAnyException();
        });
    }

    @Test
    void aCycleThatFailsIsTriedAgainAndAJobsFileThatCannotBeUsedEndsTheContainer() throws Exception {
        List<String> command = words(at(containers().get(0), "command"));
        String script = command.get(2).replace("/tmp/cycle", folder + "/cycle").replace("sleep 30", "sleep 0.05");

        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        script,
                        "sh",
                        "sh",
                        "-c",
                        "echo >>" + folder + "/ran; [ $(wc -l <" + folder + "/ran) -lt 4 ] && exit 4; exit 2")
                .start();

        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(Files.readAllLines(folder.resolve("ran"))).hasSize(4);
        assertThat(folder.resolve("cycle")).exists();
    }

    @Test
    void theProbeAsksWhatIsServed() throws Exception {
        Requires.program("bash");
        String ledger = folder.resolve("ledger").toString();
        Path token = folder.resolve("token");
        WaitingWins story = new WaitingWins(5, Instant.now());
        story.write(ledger, Clock.systemUTC());
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of("serve", "--json", "--ledger", ledger, "--for", "5m", "--metrics-token", "" + token));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            int port = new Cli(0, out.readLine(), "").json("serve").get("port").asInt();

            assertThat(probe("readinessProbe", port, token)).isZero();
            assertThat(probe("livenessProbe", port, token)).isZero();
            assertThat(probe("readinessProbe", port, Files.writeString(folder.resolve("other"), "wrong")))
                    .isNotZero();
            process.destroyForcibly().waitFor();
            assertThat(probe("readinessProbe", port, token)).isNotZero();
            assertThat(probe("livenessProbe", port, token)).isNotZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static int probe(String name, int port, Path token) throws IOException, InterruptedException {
        List<String> command = words(at(containers().get(1), name, "exec", "command")).stream()
                .map(word -> word.replace("9800", "" + port).replace("/tmp/metrics-token", token.toString()))
                .toList();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
