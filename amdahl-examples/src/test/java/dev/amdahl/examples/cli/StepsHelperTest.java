package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.contract.Requires;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that a script in Python is given, run as a trial runs it. */
final class StepsHelperTest {
    private static final Path HELPERS = Path.of("src/main/python").toAbsolutePath();
    private static final String PLAIN = """
            import random
            import amdahl_steps
            print(amdahl_steps.seed(3), random.random())
            for batch in amdahl_steps.steps(range(20), work=2):
                pass
            amdahl_steps.metric(loss=0.5)
            """;

    @TempDir
    private Path folder;

    @Test
    void itSeedsAndWritesMetricsAndStepsWhereATrialAsks() throws Exception {
        Requires.program("python3");
        Map<String, String> trial =
                Map.of("AMDAHL_SEED", "7", "AMDAHL_METRICS", at("metrics.json"), "AMDAHL_STEPS", at("steps.jsonl"));

        String first = run("python3", PLAIN, trial);
        assertThat(first).startsWith("7 ").isEqualTo(run("python3", PLAIN, trial));
        assertThat(run("python3", PLAIN, Map.of())).startsWith("3 ");
        JsonNode metrics =
                new ObjectMapper().readTree(folder.resolve("metrics.json").toFile());
        assertThat(metrics.at("/metrics/loss").asDouble()).isEqualTo(.5);
        assertThat(metrics.get("work_units").asDouble()).isEqualTo(40);
        assertThat(Files.readAllLines(folder.resolve("steps.jsonl"))).hasSize(40);
    }

    @Test
    void whatCannotBeWrittenNeverBreaksTheJob() throws Exception {
        Requires.program("python3");

        assertThat(run(
                        "python3",
                        PLAIN + "print('done')\n",
                        Map.of("AMDAHL_SEED", "x", "AMDAHL_METRICS", "/nowhere/m.json")))
                .contains("AMDAHL_SEED is not a number", "metrics could not be written", "done");
    }

    @Test
    void aTraceOfEightStepsIsReadByTrace() throws Exception {
        Requires.program("python3");
        Requires.program("torchrun");
        String script = """
                import torch
                import amdahl_steps
                x = torch.rand(64, 64)
                for batch in amdahl_steps.steps(range(20)):
                    y = (x @ x).sum()
                """;
        run("/usr/bin/python3", script, Map.of("AMDAHL_TRACE", at("trace.json")));

        assertThat(Cli.here("trace", at("trace.json")).out()).contains("trace.json");
        assertThat(Files.readString(folder.resolve("trace.json")).split("aten::matmul", -1))
                .hasSizeGreaterThan(8);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private String run(String python, String script, Map<String, String> environment) throws Exception {
        Files.writeString(folder.resolve("job.py"), script);
        ProcessBuilder builder =
                new ProcessBuilder(python, "job.py").directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", HELPERS.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
