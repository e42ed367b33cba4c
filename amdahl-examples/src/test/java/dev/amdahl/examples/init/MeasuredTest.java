package dev.amdahl.examples.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            read 5 images\\nepoch 1: processed 1200 images in 3.1 s    | \\bprocessed ([0-9]+) images\\b     | images
            {"samples": 640, "seconds": 1.5}                           | \\bsamples"?[=:] ?([0-9]+)          | samples
            step 10\\nstep 20\\ndone after 20 steps                    | \\bafter ([0-9]+) steps\\b          | steps
            """)
    void workIsCountedByWhatBothPrint(String text, String pattern, String unit) {
        String printed = text.replace("\\n", "\n");
        Measured measured = Measured.of(run(printed, Map.of()), run(printed.replace("1.5", "1.7"), Map.of()), false);

        assertThat(measured.workUnits()).contains(new ValueSource.Stdout(pattern));
        assertThat(measured.units()).isEqualTo(unit);
    }

    @Test
    void workThatDiffersIsNotCounted() {
        Measured measured = Measured.of(run("did 5 images", Map.of()), run("did 6 images", Map.of()), false);

        assertThat(measured.workUnits()).isEmpty();
    }

    @Test
    void filesAreComparedAsTheyAreAlike() throws IOException {
        Measured measured = Measured.of(
                run("", files("a", "same", "{\"n\": 1, \"wall_seconds\": 2.5}", "x 1.0000001", "1 2", "only")),
                run("", files("b", "same", "{\"n\": 1, \"wall_seconds\": 2.7}", "x 1.0000002", "1 3", "")),
                false);

        assertThat(measured.outputs())
                .containsExactly(
                        new OutputRule("0.txt", new OutputRule.Exact()),
                        new OutputRule("1.json", new OutputRule.Json(List.of("/wall_seconds"))),
                        new OutputRule("2.txt", new OutputRule.Numeric(1e-5, 0)));
        assertThat(measured.kept()).containsExactly("3.txt");
        assertThat(measured.findings())
                .containsExactly(
                        "4.txt was written only by the first run: the job does different work when it runs again");
    }

    @Test
    void whatIsLearnedMayBeRoundedOtherwise() throws IOException {
        Path model = folder.resolve("model");
        Files.write(model, new byte[] {(byte) 0xff, 1, 2});
        ShortRun run = run("loss 0.52", Map.of("model", model));

        assertThat(Measured.of(run, run, true).outputs())
                .containsExactly(new OutputRule("-", new OutputRule.Numeric(1e-3, 0)));
        assertThat(Measured.of(run, run, true).kept()).containsExactly("model");
        assertThat(Measured.of(run, run, false).outputs()).contains(new OutputRule("model", new OutputRule.Exact()));
    }

    @Test
    void guardrailsAllowThreeTimesWhatTwoRunsDifferBy() {
        List<Guardrail> found = Measured.of(
                        run("loss: 0.500 acc=0.80", Map.of()), run("loss: 0.504 acc=0.80", Map.of()), true)
                .guardrails();

        assertThat(found).extracting(Guardrail::name).containsExactly("loss", "acc");
        assertThat(found).extracting(Guardrail::margin).containsExactly(.03, .01);
        assertThat(found).extracting(Guardrail::lowerIsBetter).containsExactly(true, false);
    }

    private Map<String, Path> files(String run, String... contents) throws IOException {
        Map<String, Path> files = new HashMap<>();
        for (int i = 0; i < contents.length; i++) {
            if (!contents[i].isEmpty()) {
                String name = i + (contents[i].startsWith("{") ? ".json" : ".txt");
                files.put(name, Files.writeString(folder.resolve(run + name), contents[i]));
            }
        }
        return files;
    }

    private static ShortRun run(String stdout, Map<String, Path> written) {
        return new ShortRun(ArmResult.succeeded("a", 1), stdout, written, List.of());
    }
}
