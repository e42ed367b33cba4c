package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PromptTest {
    private static Prompt prompt(Briefings briefing, int bytes) {
        return Prompt.of(briefing, Choices.of(briefing), AdvisorSettings.DEFAULT.mostPromptBytes(bytes));
    }

    private static int bytes(Briefings briefing, Prompt prompt) {
        String all = prompt.instructions()
                + prompt.material().text()
                + Choices.of(briefing).schema();
        return all.getBytes(UTF_8).length;
    }

    @ParameterizedTest
    @CsvSource({"1, 6144", "40, 6144", "40, 24576", "400, 24576", "400, 8000", "5, 24576"})
    void noPromptIsLongerThanItsBound(int many, int bound) {
        for (String words :
                new String[] {"", " plain words", " \u65e5\u672c\u8a9e\ud83d\ude80", "\u202e\u0000\ud800\n</data-x>"}) {
            Briefings briefing = Briefings.of(many, words);
            assertThat(bytes(briefing, prompt(briefing, bound))).isLessThanOrEqualTo(bound);
        }
    }

    @Test
    void aBoundIsUsedUpWhereThereIsMoreToSay() {
        Briefings briefing = Briefings.of(400, " words");

        assertThat(bytes(briefing, prompt(briefing, 24 << 10))).isGreaterThan(20 << 10);
    }

    @Test
    void equalBriefingsGiveEqualBytes() {
        Prompt one = prompt(Briefings.of(30, " x"), 24 << 10);
        Prompt other = prompt(Briefings.of(30, " x"), 24 << 10);

        assertThat(one.instructions()).isEqualTo(other.instructions());
        assertThat(one.material().text()).isEqualTo(other.material().text());
    }

    @Test
    void whatWasRefutedIsListedWithItsFingerprintAndReason() {
        String text = prompt(Briefings.small(), 24 << 10).material().text();

        assertThat(text)
                .contains("h0 [000000000000] workers 0 -> 2, against INPUT_STARVATION: REFUTED (-3.0 % over 24 pairs):"
                        + " work units differ")
                .contains("INPUT_STARVATION: 40.00 s, 40.0 %; without it the job would be 1.67x as fast")
                .contains("1| int x; // 0");
    }

    @Test
    void whatMustStayIsToldWithTheBuildAndTheDirectionOfEachFigure() {
        JobSpec job = JobSpec.builder("render", List.of("./render"))
                .metric(new MetricSpec("frames", Optional.of(new ValueSource.Stdout("fps (.*)")), false))
                .workUnits(new ValueSource.Stdout("did ([0-9]+)"))
                .outputs(List.of(new OutputRule("out.txt", new OutputRule.Exact())))
                .guardrails(List.of(new Guardrail("loss", new ValueSource.Json("m.json", "/loss"), true, 0)))
                .source(new SourceTree(Path.of("/srv/job"), "HEAD", "0", List.of("make", "-j2"), List.of("src/**")))
                .build();
        Briefings small = Briefings.small();
        Briefings briefing =
                new Briefings(job, small.diagnosis(), small.ideas(), small.history(), small.attempts(), small.source());

        assertThat(prompt(briefing, 24 << 10).material().text())
                .contains("compared by: frames, higher is better\n")
                .contains("work done, which must stay the same: matched by did ([0-9]+) on standard output\n")
                .contains("output that must stay the same: out.txt, byte for byte\n")
                .contains("figure that must not get worse: loss, lower is better, /loss of m.json\n")
                .contains("built by: make -j2\n");
    }

    @Test
    void theInstructionsHoldNothingOfTheJob() {
        assertThat(prompt(Briefings.of(3, " secret-words"), 24 << 10).instructions())
                .doesNotContain("secret-words");
    }

    private static Briefings diagnosed(List<Account> accounts, Map<String, Double> metrics) {
        Briefings small = Briefings.small();
        Diagnosis diagnosis =
                new Diagnosis(small.job().family(), accounts, 0, metrics, List.of("run-1"), List.of("a finding"));
        return new Briefings(small.job(), diagnosis, small.ideas(), List.of(), List.of(), List.of());
    }

    @Test
    void bothViewsAreToldWhereTheyDifferAndWhatHardlyCostsAnythingIsOnlyNamed() {
        Briefings queued = diagnosed(
                List.of(
                        new Account(Bottleneck.QUEUE_WAIT, .3, 0),
                        new Account(Bottleneck.PRODUCTIVE, .0996, .7968),
                        new Account(Bottleneck.INPUT_STARVATION, .0004, .0032)),
                Map.of("gpus", 8.0, "share", .125, "bytes", 35_146_370.0, "none", 0.0));

        assertThat(prompt(queued, 24 << 10).material().text())
                .contains("0.400 s on the wall, 0.800 accelerator-seconds; by class, largest first:\n"
                        + "QUEUE_WAIT: 0.300 s, 75.0 %; without it the job would be 4.00x as fast;"
                        + " it holds 0.0 % of the accelerator-seconds\n"
                        + "PRODUCTIVE: 0.0996 s, 24.9 %; it holds 99.6 % of the accelerator-seconds\n"
                        + "under 0.5 % each: INPUT_STARVATION\n")
                .contains("bytes = 35146370\ngpus = 8\nshare = 0.1250\n0: none\n")
                .contains("\nnothing yet\n")
                .doesNotContain("known ideas");
    }

    @Test
    void aWordOfTheCommandThatHasBlanksIsToldFromTheOthers() {
        Briefings small = Briefings.small();
        JobSpec job =
                JobSpec.builder("render", List.of("sh", "-c", "echo it's done")).build();
        Briefings briefing = new Briefings(job, small.diagnosis(), List.of(), List.of(), List.of(), List.of());

        assertThat(prompt(briefing, 24 << 10).material().text()).contains("command: sh -c 'echo it'\\''s done'\n");
    }

    @Test
    void aValueThatIsBeingTriedIsToldWithItsLever() {
        Briefings small = Briefings.small();
        Attempt refuted = small.attempts().get(0);
        Attempt open = new Attempt(refuted.hypothesis(), HypothesisState.TESTING, "", "");

        assertThat(prompt(small.having(open), 24 << 10).material().text())
                .contains("may be 2 or 4; meant against INPUT_STARVATION; being tried: 2\n");
        assertThat(prompt(small.having(refuted), 24 << 10).material().text())
                .contains("may be 2 or 4; meant against INPUT_STARVATION\n");
    }
}
