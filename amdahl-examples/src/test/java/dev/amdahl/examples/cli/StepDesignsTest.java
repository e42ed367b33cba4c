package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that time their steps with the Python helper are judged by windows of two runs, or by short runs and four whole ones. */
@Tag("measures")
@Tag("soak")
final class StepDesignsTest {
    private static final Path HELPER =
            Path.of("src/main/python/amdahl_steps.py").toAbsolutePath();
    private static final int TRIES = 3;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each step costs what LOAD says, at the time of the step; some of a second goes before the first. */
    private static final String TRAIN = """
            import amdahl_steps, time

            end = time.perf_counter() + 0.3
            while time.perf_counter() < end:
                pass
            done = 0
            for step in amdahl_steps.steps(range(1000), work=64):
                total = 0
                for k in range(int(6000 * float(amdahl_steps.setting("LOAD")))):
                    total += k & 3
                done += 64
            print("processed", done)
            """;

    /** Reads records item by item; how they are decoded can be changed while it trains. */
    private static final String TRAIN_TORCH = """
            import amdahl_steps
            import torch
            from torch.utils.data import DataLoader, Dataset

            torch.manual_seed(1)
            torch.set_num_threads(1)


            class Records(Dataset):
                def __len__(self):
                    return 24000

                def __getitem__(self, i):
                    raw = [(i * 31 + k) % 97 for k in range(64)]
                    if amdahl_steps.setting("DECODE") == "by-value":
                        x = torch.empty(64)
                        for k in range(64):
                            x[k] = raw[k] / 97
                    else:
                        x = torch.tensor(raw, dtype=torch.float32) / 97
                    return x, float(sum(raw) % 2)


            model = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, 1))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            loss_of = torch.nn.BCEWithLogitsLoss()
            done = 0
            for x, y in amdahl_steps.steps(DataLoader(Records(), batch_size=16), work=16):
                optimizer.zero_grad()
                loss_of(model(x).squeeze(1), y.float()).backward()
                optimizer.step()
                done += len(y)
            print("processed", done)
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void needPrograms() {
        Requires.processors(2);
        Requires.program("python3");
        Requires.program("setsid");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    /** A verdict on {@code LOAD} at another value, and how its pairs were taken. */
    private JsonNode verdict(String place, boolean isProbed, String value) throws Exception {
        return verdict(place, TRAIN, """
                policy: {calibration: 0%%}
                jobs:
                  - family: train
                    command: [python3, train.py]
                    directory: .
                    environment: {LOAD: "1.0"}
                    work_units: {stdout: "processed ([0-9]+)"}
                    %s
                    levers:
                      - {name: load, environment: LOAD, values: ["%s"], addresses: [HOST_SERIAL], switch: %s}
                """.formatted(isProbed ? "probe: {share: 10%}" : "parallel: 1", value, !isProbed));
    }

    private JsonNode verdict(String place, String program, String jobs) throws Exception {
        Path own = Files.createDirectories(folder.resolve(place));
        Files.copy(HELPER, own.resolve("amdahl_steps.py"));
        Files.writeString(own.resolve("train.py"), program);
        Files.writeString(own.resolve("jobs.yaml"), jobs);
        Cli loop = Cli.in(own, "loop", "--jobs", "jobs.yaml", "--ledger", "L", "--json");
        assertThat(loop.code()).as(loop.err()).isZero();
        Cli found = Cli.in(own, "ledger", "search", "--family", "train", "--ledger", "L", "--json");
        String id = JSON.readTree(found.out()).findValue("id").asText();
        return JSON.readTree(
                Cli.in(own, "ledger", "show", id, "--ledger", "L", "--json").out());
    }

    @Test
    @Tag("long")
    void aTrainingJobOfPyTorchIsJudgedByTwoRuns() throws Exception {
        Requires.program("torchrun");
        for (int i = 1; i <= TRIES; i++) {
            JsonNode win = verdict("torch" + i, TRAIN_TORCH, """
                    policy: {calibration: 0%}
                    jobs:
                      - family: train
                        command: [/usr/bin/python3, train.py]
                        directory: .
                        environment: {DECODE: by-value}
                        work_units: {stdout: "processed ([0-9]+)"}
                        levers:
                          - {name: decode, environment: DECODE, values: [at-once], addresses: [INPUT_STARVATION], switch: true}
                    """);
            assertThat(win.at("/design/pairs_from").asText()).isEqualTo("windows");
            if (win.path("state").asText().equals("IN_REVIEW")) {
                assertThat(win.path("runs")).hasSize(2);
                assertThat(win.path("effect").asDouble()).isLessThan(-.2);
                return;
            }
        }
        assertThat(TRIES).as("on a machine that is not too busy one is seen").isZero();
    }

    @Test
    void twoRunsProveAChangeThatIsSwitchedOnAndOff() throws Exception {
        for (int i = 1; i <= TRIES; i++) {
            JsonNode win = verdict("win" + i, false, "0.8");
            assertThat(win.at("/design/pairs_from").asText()).isEqualTo("windows");
            if (win.path("state").asText().equals("IN_REVIEW")) {
                assertThat(win.path("runs")).hasSize(2);
                assertThat(win.path("effect").asDouble()).isBetween(-.3, -.1);
                return;
            }
        }
        assertThat(TRIES).as("on a machine that is not too busy one is seen").isZero();
    }

    @Test
    void aChangeThatDoesNothingIsNoWin() throws Exception {
        JsonNode nothing = verdict("nothing", false, "1.00");

        assertThat(nothing.path("state").asText()).isNotIn("IN_REVIEW", "SURVIVED", "PROMOTED");
    }

    @Test
    @Tag("long")
    void shortRunsProveAChangeAndFourWholeOnesCheckIt() throws Exception {
        for (int i = 1; i <= TRIES; i++) {
            JsonNode win = verdict("probe" + i, true, "0.7");
            assertThat(win.at("/design/pairs_from").asText()).isEqualTo("probe");
            if (win.path("state").asText().equals("IN_REVIEW")) {
                assertThat(win.path("runs"))
                        .filteredOn(run -> run.path("purpose").asText().equals("transfer"))
                        .hasSizeBetween(2, 4);
                assertThat(win.at("/design/whole_run_effect").asDouble()).isBetween(-.45, -.05);
                return;
            }
        }
        assertThat(TRIES).as("on a machine that is not too busy one is seen").isZero();
    }
}
