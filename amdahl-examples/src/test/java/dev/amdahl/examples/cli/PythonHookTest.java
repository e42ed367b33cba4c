package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hook that profiles a PyTorch job without a change of it. */
final class PythonHookTest {
    private static final Path HOOK = Path.of(
                    "../amdahl-profilers/src/main/resources/dev/amdahl/profilers/internal/capture")
            .toAbsolutePath()
            .normalize();
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String TRAIN = """
            import torch
            torch.manual_seed(1)
            data = [torch.full((64,), float(i)) for i in range(160)]
            model = torch.nn.Linear(64, 4)
            optimizer = torch.optim.Adam(model.parameters())
            schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2)
            for batch in torch.utils.data.DataLoader(data, batch_size=8):
                optimizer.zero_grad()
                model(batch).sum().backward()
                optimizer.step()
            schedule.step()
            print("%.6f" % model.weight.sum().item())
            """;

    private static final String EVALUATE = """
            import torch
            model = torch.nn.Linear(8, 4)
            with torch.no_grad():
                for batch in torch.utils.data.DataLoader([torch.ones(8)] * 60, batch_size=4):
                    model(batch)
            print("done")
            """;

    @TempDir
    private Path folder;

    private record Ended(int code, String out, String err) {}

    @Test
    void aTrainingJobIsProfiledAndComputesWhatItDid() throws Exception {
        Requires.program("python3");
        Requires.program("torchrun");
        Ended plain = run("/usr/bin/python3", TRAIN, Map.of());
        Ended watched = run("/usr/bin/python3", TRAIN, evidence());

        assertThat(watched.out()).isEqualTo(plain.out());
        assertThat(watched.err()).isEqualTo(plain.err());
        assertThat(steps()).hasSize(19).allSatisfy(step -> {
            assertThat(step.get("seconds").asDouble()).isPositive();
            assertThat(step.get("wait").asDouble())
                    .isBetween(0.0, step.get("seconds").asDouble());
        });
        JsonNode account = Cli.here(
                        "trace", "--json", folder.resolve("trace.json").toString())
                .json("trace");
        assertThat(account.toString()).contains("INPUT_STARVATION", "aten::linear");
        assertThat(Files.readString(folder.resolve("trace.json"))).contains("ProfilerStep#2", "ProfilerStep#9");
    }

    @Test
    void withoutAnOptimizerBatchesAreSteps() throws Exception {
        Requires.program("python3");
        Requires.program("torchrun");
        Ended watched = run("/usr/bin/python3", EVALUATE, evidence());

        assertThat(watched.out()).isEqualTo("done\n");
        assertThat(steps()).hasSize(14);
        assertThat(folder.resolve("trace.json")).exists();
    }

    @Test
    void anUnknownVersionIsLeftAlone() throws Exception {
        Requires.program("python3");
        Files.createDirectory(folder.resolve("torch"));
        Files.writeString(folder.resolve("torch/__init__.py"), "__version__ = '9.1.0'\n");
        Ended watched = run("python3", "import torch\nprint('ran', torch.__version__)\n", evidence());

        assertThat(watched.out()).isEqualTo("ran 9.1.0\n");
        assertThat(watched.err()).isEqualTo("amdahl: the Python hook steps aside: it does not know PyTorch 9.1.0\n");
        assertThat(watched.code()).isZero();
    }

    @Test
    void aSitecustomizeThatWasThereStillRuns() throws Exception {
        Requires.program("python3");
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.writeString(own.resolve("sitecustomize.py"), "print('own')\n");
        Ended watched = run("python3", "print('ran')\n", Map.of("PYTHONPATH", HOOK + ":" + own));

        assertThat(watched.out()).isEqualTo("own\nran\n");
        assertThat(watched.err()).isEmpty();
    }

    private Map<String, String> evidence() {
        return Map.of(
                "PYTHONPATH", HOOK.toString(),
                "AMDAHL_TRACE", folder.resolve("trace.json").toString(),
                "AMDAHL_STEPS", folder.resolve("steps.jsonl").toString());
    }

    private List<JsonNode> steps() throws IOException {
        return Files.readAllLines(folder.resolve("steps.jsonl")).stream()
                .map(PythonHookTest::json)
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private Ended run(String python, String script, Map<String, String> environment) throws Exception {
        Files.writeString(folder.resolve("job.py"), script);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(python, "job.py")
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
