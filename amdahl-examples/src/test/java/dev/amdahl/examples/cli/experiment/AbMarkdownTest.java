package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.examples.cli.common.Machine;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Vote;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AbMarkdownTest {
    private static final Machine MACHINE = new Machine("Some CPU", 8, true, "Linux 6.1");
    private static final ArmTimes TIMES =
            new ArmTimes(OptionalDouble.of(1.25), OptionalDouble.of(1), OptionalDouble.of(.2), OptionalDouble.of(1.4));

    @TempDir
    private Path folder;

    private static AbResult result(Decision decision, String... reasons) {
        Vote upheld = new Vote(
                Panel.EXAMINATION,
                Vote.Ballot.UPHOLDS,
                false,
                "nothing",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of("guardrails", "input drift"),
                List.of("order effect"));
        return new AbResult(
                new ComparisonResult(
                        decision,
                        18,
                        OptionalDouble.of(.8),
                        OptionalDouble.of(.75),
                        OptionalDouble.of(.85),
                        2500,
                        4e-4,
                        List.of(upheld),
                        TIMES,
                        List.of(reasons)),
                List.of());
    }

    private static String text(AbResult result, String... call) {
        return new AbMarkdown(result, MACHINE, "amdahl 1.0", List.of(call)).text();
    }

    @Test
    void aWinIsSaidInWordsWithItsFiguresAndHowToRepeatIt() {
        String text = text(
                result(Decision.WIN, "confirmed"),
                "ab",
                "--baseline",
                "./train --lr '1'",
                "--variant=x",
                "--pairs",
                "40");

        assertThat(text).isEqualTo("""
                **WIN: the variant takes 20.0 % less time**

                |  | baseline | variant | change | interval |
                |---|--:|--:|--:|--:|
                | time (median) | 1.250 s | 1.000 s | -20.0 % | [-25.0 %, -15.0 %] |

                - 18 interleaved pairs in random order, evidence 2500 (p at most 0.00040), one examination, no objection
                - 1 found no other explanation, 2 had nothing to look at (--json names them)
                - confirmed
                - work not checked: no output is compared (--output PATH)
                - on Some CPU, 8 cores (virtual), Linux 6.1, load 0.2 to 1.4

                Repeat with amdahl 1.0:

                ```sh
                java -jar amdahl.jar ab \\
                    --baseline './train --lr '\\''1'\\''' \\
                    --variant=x \\
                    --pairs 40
                ```
                """);
    }

    @Test
    void everyDecisionHasItsWords() {
        for (Decision decision : Decision.values()) {
            assertThat(text(result(decision)))
                    .startsWith("**" + decision + ": ")
                    .contains("pairs");
        }
    }

    @Test
    void aLossWithoutAnIntervalHasTheSizeOfItsMedians() {
        OptionalDouble none = OptionalDouble.empty();
        ComparisonResult loss = new ComparisonResult(
                Decision.LOSS,
                6,
                none,
                none,
                none,
                28.7,
                .0348,
                List.of(),
                new ArmTimes(OptionalDouble.of(.1), OptionalDouble.of(.3), none, none),
                List.of("worse"));

        assertThat(text(new AbResult(loss, List.of())))
                .contains(
                        "**LOSS: the variant takes 200.0 % more time**",
                        "| time (median) | 0.100 s | 0.300 s | +200.0 % | - |",
                        "evidence 28.70 for a loss (p at most 0.035)");
    }

    @Test
    void whatAJobWroteIsNoMarkup() {
        String text = text(
                result(Decision.REFUTED, "other output in <img src=x> | **bold** [a](b) `c` @all\n# head"),
                "ab",
                "--baseline",
                "echo '```'");

        assertThat(text)
                .contains(
                        "- other output in &lt;img src=x> \\| \\*\\*bold\\*\\* \\[a\\](b) \\`c\\` @&#8203;all # head\n")
                .contains("````sh\n")
                .endsWith("\n````\n");
    }

    @Test
    void githubsRendererMakesOneTableOfItAndNoLink() throws Exception {
        String hostile = "see http://evil.com, www.evil.com, a@evil.com, @all, #12 | ~~x~~ <img src=x> [a](http://b)";
        Path text = Files.writeString(
                folder.resolve("answer.md"), text(result(Decision.REFUTED, hostile), "ab", "--baseline", "echo '```'"));
        Process process = new ProcessBuilder(
                        Requires.program("cmark-gfm").toString(),
                        "-e",
                        "table",
                        "-e",
                        "strikethrough",
                        "-e",
                        "autolink",
                        text.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String page = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(page)
                .containsOnlyOnce("<table>")
                .contains("<td align=\"right\">-20.0 %</td>", "<pre><code class=\"language-sh\">")
                .doesNotContain("<a ", "<img", "<del>", "@all", "#12");
    }

    @Test
    void aFactAgainstItIsNoVoteAndNoPairIsNoFigure() {
        Vote veto = new Vote(
                "facts",
                Vote.Ballot.REFUTES,
                true,
                "mismatch",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of());
        OptionalDouble none = OptionalDouble.empty();
        AbResult refuted = new AbResult(
                new ComparisonResult(
                        Decision.REFUTED, 0, none, none, none, 1, 1, List.of(veto), TIMES, List.of("mismatch")),
                List.of("-", "out.txt"));
        String text = new AbMarkdown(refuted, MACHINE, "amdahl 1.0", List.of()).text();

        assertThat(text)
                .contains(
                        "- no usable pairs, veto by facts\n",
                        "- work compared in every pair: standard output, out.txt\n")
                .doesNotContain("uphold", "evidence");
        assertThat(refuted.text()).contains("panel     veto by facts\n");
    }
}
