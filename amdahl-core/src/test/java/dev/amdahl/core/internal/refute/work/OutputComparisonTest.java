package dev.amdahl.core.internal.refute.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refute.work.OutputComparison.Mismatch;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.OutputRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputComparisonTest {
    private static final OutputRule.Comparison EXACT = new OutputRule.Exact();

    @TempDir
    Path folder = Path.of("");

    private List<String> compare(String file, String baseline, String variant, OutputRule.Comparison rule)
            throws IOException {
        write("a", file, baseline);
        write("b", file, variant);
        return compare(file.equals("stdout") ? "-" : file, rule);
    }

    private List<String> compare(String path, OutputRule.Comparison rule) {
        return OutputComparison.compare(arm("a"), arm("b"), List.of(new OutputRule(path, rule)), Comparing.PLAIN)
                .stream()
                .map(Mismatch::reason)
                .toList();
    }

    private ArmResult arm(String name) {
        return ArmResult.succeeded(name, 1).folder(folder.resolve(name));
    }

    private void write(String arm, String file, String content) throws IOException {
        Path path = folder.resolve(arm).resolve(file.equals("stdout") ? file : "run/" + file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @Test
    void exactOutputsAreComparedByDigestOrByContent() throws IOException {
        ArmResult digested = ArmResult.succeeded("a", 1).digest("out", "aa");
        List<OutputRule> rules = List.of(new OutputRule("out", EXACT));

        assertThat(OutputComparison.compare(digested, digested, rules, Comparing.PLAIN))
                .isEmpty();
        assertThat(OutputComparison.compare(digested, digested.digest("out", "bb"), rules, Comparing.PLAIN))
                .hasSize(1);
        assertThat(compare("dir/out", "x", "x", EXACT)).isEmpty();
        assertThat(compare("dir/out", "x", "y", EXACT)).containsExactly("dir/out: other content");
        assertThat(compare("stdout", "x", "y", EXACT)).containsExactly("-: other content");
    }

    @Test
    void aMissingFileIsAMismatchOnOneSideAndOnBoth() throws IOException {
        assertThat(compare("out", EXACT)).containsExactly("out: declared output not written");
        write("a", "out", "x");
        assertThat(compare("out", EXACT)).containsExactly("out: written by the baseline alone");
    }

    @Test
    void numbersAgreeWithinTheTolerance() throws IOException {
        OutputRule.Comparison rule = new OutputRule.Numeric(.01, 0);

        assertThat(compare("out", "loss 1.000 step 7", "loss 1.009 step 7", rule))
                .isEmpty();
        assertThat(compare("out", "loss 1.000 step 7", "loss 1.02 step 7", rule))
                .containsExactly("out: number 1 is 1.02 instead of 1.000");
        assertThat(compare("out", "loss 1.0", "cost 1.0", rule)).hasSize(1);
        assertThat(compare("out", "1 2 3", "1 2", rule)).hasSize(1);
        assertThat(compare("out", "loss nan", "loss 1", rule)).hasSize(1);
        assertThat(compare("out", "0", "1e-9", new OutputRule.Numeric(0, 1e-6))).isEmpty();
    }

    @Test
    void jsonIsEqualButForIgnoredPointers() throws IOException {
        OutputRule.Comparison rule = new OutputRule.Json(List.of("/time", "/runs/0/host"));

        assertThat(compare("o", "{\"time\": 1, \"x\": [1]}", "{\"x\": [1], \"time\": 2}", rule))
                .isEmpty();
        assertThat(compare("o", "{\"runs\": [{\"host\": 1}]}", "{\"runs\": [{\"host\": 2}]}", rule))
                .isEmpty();
        assertThat(compare("o", "{\"x\": 1}", "{\"x\": 2}", rule)).containsExactly("o: another JSON value");
        assertThat(compare("o", "{\"x\": 1}", "{\"x\": 1} {}", rule)).hasSize(1);
        assertThat(compare("o", "{\"x\": 1, \"x\": 2}", "{\"x\": 1, \"x\": 2}", rule))
                .hasSize(1);
    }

    @Test
    void aCommandDecidesByItsExitCode() throws IOException {
        OutputRule.Comparison same = new OutputRule.Command(List.of("cmp", "-s"));

        assertThat(compare("out", "x", "x", same)).isEmpty();
        assertThat(compare("out", "x", "y", same)).singleElement().asString().contains("exit code 1");
        assertThat(compare("out", "x", "x", new OutputRule.Command(List.of("/no/such/program"))))
                .hasSize(1);
    }

    @Test
    void aLinkOutOfTheFolderIsNotAnOutput() throws IOException {
        Files.writeString(folder.resolve("secret"), "x");
        write("a", "out", "x");
        Files.createDirectories(folder.resolve("b/run"));
        Files.createSymbolicLink(folder.resolve("b/run/out"), folder.resolve("secret"));

        assertThat(compare("out", EXACT)).containsExactly("out: written by the baseline alone");
    }
}
