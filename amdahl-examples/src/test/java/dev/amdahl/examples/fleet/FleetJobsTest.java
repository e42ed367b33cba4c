package dev.amdahl.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

@Tag("measures")
final class FleetJobsTest {
    @TempDir
    Path folder;

    private static JsonNode jobs(Path file) throws IOException {
        Object document = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
        return new ObjectMapper().valueToTree(document).path("jobs");
    }

    private static List<String> words(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static String run(Path directory, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void everyJobOfTheFileRunsAsWritten() throws Exception {
        JsonNode jobs = jobs(FleetJobs.writeJobsFile(folder));
        assertThat(jobs).hasSameSizeAs(FleetJobs.families()).hasSizeGreaterThanOrEqualTo(4);
        for (JsonNode job : jobs) {
            Path directory = folder.resolve(job.path("directory").asText("."));
            Path output = folder.resolve("output-" + job.path("family").asText());
            Path metrics = folder.resolve("metrics.json");
            String said = run(
                    directory,
                    words(job.path("command")),
                    Map.of("AMDAHL_OUTPUT", output.toString(), "AMDAHL_METRICS", metrics.toString()));
            if (job.path("family").asText().equals(TorchJob.NAME)) {
                assertThat(said).contains("trained on 64 images");
                assertThat(directory.resolve("result.json")).isNotEmptyFile();
                continue;
            }
            assertThat(said).containsPattern("processed [1-9][0-9]* records").contains("\"digest\"");
            assertThat(output.resolve("result.json")).isNotEmptyFile();
            assertThat(metrics).content().contains("\"work_units\"").contains("\"input\"");
        }
    }

    @Test
    void aPythonWithoutPyTorchIsPassedOver() throws Exception {
        Path without = Files.writeString(folder.resolve("without"), "#!/bin/sh\nexit 1\n");
        Path with = Files.writeString(folder.resolve("with"), "#!/bin/sh\ntest \"$*\" = '-c import torch'\n");
        assertThat(without.toFile().setExecutable(true) && with.toFile().setExecutable(true))
                .isTrue();
        String absent = folder.resolve("absent").toString();

        assertThat(TorchJob.first(List.of(absent, without.toString(), with.toString())))
                .contains(with.toString());
        assertThat(TorchJob.first(List.of(absent, without.toString()))).isEmpty();
    }

    @Test
    void theTrainingJobTakesThePythonThatHasPyTorch() throws Exception {
        Requires.program("python3");
        Requires.program("torchrun");
        assertThat(FleetJobs.families()).contains(TorchJob.NAME);
        JsonNode jobs = jobs(FleetJobs.writeJobsFile(folder));
        assertThat(jobs)
                .anySatisfy(job -> assertThat(words(job.path("command")))
                        .startsWith(FleetJobs.trainingPython().orElseThrow(), TorchJob.SCRIPT));
    }

    @Test
    void offeredPatchBuildsAndKeepsEveryBitOfTheOutput() throws Exception {
        Requires.program("git");
        JsonNode jobs = jobs(FleetJobs.writeJobsFile(folder));
        JsonNode job = jobs.path(jobs.size() - 1);
        Path tree = folder.resolve("embed-batch");
        String baseline = run(tree, words(job.path("command")), Map.of("AMDAHL_SEED", "3"));
        run(tree, List.of("git", "apply", "../ideas/loop-order.patch"), Map.of());
        run(tree, words(job.path("source").path("build")), Map.of());
        assertThat(Files.readString(tree.resolve("src/EmbedBatch.java"))).contains("double factor");
        assertThat(run(tree, words(job.path("command")), Map.of("AMDAHL_SEED", "3")))
                .isEqualTo(baseline);
    }

    @Test
    void layingOutTwiceKeepsTheRevision() throws Exception {
        Requires.program("git");
        FleetJobs.writeJobsFile(folder);
        Path tree = folder.resolve("embed-batch");
        String first = run(tree, List.of("git", "rev-parse", "HEAD"), Map.of());
        FleetJobs.writeJobsFile(folder);
        assertThat(run(tree, List.of("git", "rev-parse", "HEAD"), Map.of())).isEqualTo(first);
        assertThat(run(tree, List.of("git", "status", "--porcelain"), Map.of())).isEmpty();
    }

    @Test
    void causesOfTwoFamiliesCanBeSwapped() throws Exception {
        List<FleetFamily> planted = FleetJobs.planted();
        FleetFamily first = planted.get(0);
        FleetFamily second = planted.get(1);
        JavaTools tools = new JavaTools(folder, FleetJobs.classPath());
        Path file = Files.writeString(
                folder.resolve("swapped.yaml"),
                new JobsYaml(tools).text(List.of(first.withCause(second.cause()), second.withCause(first.cause()))));
        JsonNode jobs = jobs(file);
        assertThat(words(jobs.path(0).path("command"))).last().isEqualTo("sync");
        assertThat(words(jobs.path(1).path("command"))).last().isEqualTo("input");
        assertThat(jobs.path(0).path("environment").toString())
                .isEqualTo("{\"METRIC_EVERY\":\"1\",\"NUM_WORKERS\":\"0\",\"PREFETCH_DEPTH\":\"2\"}");
    }
}
