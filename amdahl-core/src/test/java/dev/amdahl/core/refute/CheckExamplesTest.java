package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The published example of each check, drawn and judged again; written by {@code -Damdahl.refuters=write}. */
class CheckExamplesTest {
    private static final Path PAGE = Path.of("..", "docs", "refutation.md");
    private static final String BEGIN = "<!-- examples -->";
    private static final String END = "<!-- end of examples -->";

    private record Example(String check, String staged, Evidence evidence) {}

    /** The first draw of a trap that a t-test takes for a win and its check sees. */
    private static Example trap(String name, String staged) {
        TrapCase trap = Stream.concat(TwentyTraps.ALL.stream(), TwentyTraps.OTHERS.stream())
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        Evidence evidence = trap.wins(trap.specified(20)).stream()
                .filter(win -> TrapCase.fired(win).contains(trap.check()))
                .findFirst()
                .orElseThrow();
        return new Example(trap.check(), staged, evidence);
    }

    private static Example recorded(String check, String staged, Covariate covariate, double baseline, double variant) {
        return new Example(check, staged, StagedClaims.recording(covariate, baseline, variant));
    }

    private static List<Example> examples() {
        return List.of(
                trap("order", "the unchanged job always ran first, and the first run of a pair takes 4 % longer"),
                trap("carryover", "the variant gains 8 % where it runs after the unchanged job, and nothing before it"),
                trap("input_drift", "the variant was given 5 % less input"),
                trap("queue", "the metric holds the time in the queue, and the variant waited less"),
                trap("outlier", "two runs of the unchanged job took three times as long"),
                trap("survivorship", "the slow runs of the variant fail, the others count"),
                new Example(
                        "unreported runs",
                        "twice as many variants were started as reported",
                        StagedClaims.unreported()),
                trap("host", "the unchanged job ran mostly on slow hosts"),
                trap("simpson", "the variant was given the easy kind of work more often"),
                trap("time_of_day", "the unchanged job ran by day, the variant by night"),
                trap("clock", "the accelerator's clock was 5 % lower for the unchanged job"),
                recorded(
                        "CPU clock",
                        "the processor's clock was 10 % lower for the unchanged job",
                        Covariate.CPU_MHZ,
                        2700,
                        3000),
                trap("throttled", "the unchanged job was throttled by heat"),
                new Example(
                        "equal circumstances", "one arm ran under another frequency policy", StagedClaims.governors()),
                recorded("swapping in one arm", "the unchanged job swapped", Covariate.SWAPPED_PAGES, 5000, 0),
                recorded(
                        "page faults in one arm",
                        "the unchanged job read its pages from disk",
                        Covariate.MAJOR_FAULTS,
                        5000,
                        0),
                recorded(
                        "work left running",
                        "the variant leaves a process behind that finishes its work",
                        Covariate.LINGERING_PROCESSES,
                        0,
                        1),
                recorded(
                        "extra accelerators",
                        "the variant also used an accelerator it did not ask for",
                        Covariate.ACCELERATORS_BUSY,
                        0,
                        1),
                new Example(
                        "CPU seconds per work unit",
                        "a faster kernel, whose work went to the processor",
                        StagedClaims.onTheProcessor()),
                new Example(
                        "wall time of the whole job",
                        "the job's own clock says a tenth less, the wall clock does not",
                        StagedClaims.ownClock(10)),
                trap("granularity", "times of 2.5 s, taken by a clock that counts whole seconds"),
                trap("phase_truncation", "the variant's metric leaves out a phase of the job, its checkpoint"),
                trap("pseudo_replication", "many results of one process, counted as many runs"),
                trap("peeking", "looked at after each pair until a t-test said yes"),
                trap("cherry_picked_metric", "the best of many metrics, chosen afterwards"),
                trap("regression_to_mean", "the slowest of 30 jobs, held against its old figure"),
                trap("stragglers", "a few runs of the variant take much longer"),
                new Example("guardrails", "the loss rose by 5 %, and 2 % are allowed", StagedClaims.worseLoss()),
                trap("beyond_its_classes", "a gain far beyond the seconds of the classes it addresses"),
                new Example(
                        "gain where claimed",
                        "one traced run of each arm: a twentieth of the saved time is that of the classes it addresses",
                        StagedClaims.savedElsewhere()),
                trap("output", "the variant writes a wrong answer for one input in eight"),
                new Example(
                        "cached output",
                        "the variant writes one stored answer whatever the seed",
                        StagedClaims.cached()),
                trap("fidelity_cut", "the variant processes fewer work units"),
                new Example(
                        "program and evaluator unchanged",
                        "the variant rewrites the script that scores it",
                        StagedClaims.rewritten()),
                trap("amdahl", "2.46 times as fast by removing 35 % of the time"),
                new Example("declared peak", "1.24 of the accelerator's peak", StagedClaims.beyondItsPeak()),
                new Example("sample ratio", "the order was not drawn", StagedClaims.alwaysFirst()),
                new Example(
                        "evidence kept", "work is counted, and the variant never counts any", StagedClaims.lostWork()));
    }

    @Test
    void everyCheckSeesItsExampleAsThePageSays() throws IOException {
        List<Example> examples = examples();
        String page = Files.readString(PAGE);
        if ("write".equals(System.getProperty("amdahl.refuters"))) {
            page = page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + "\n" + table(examples)
                    + page.substring(page.indexOf(END));
            Files.writeString(PAGE, page);
        }

        assertThat(examples)
                .extracting(Example::check)
                .containsExactlyInAnyOrderElementsOf(
                        TrapCase.checks().stream().map(Check::name).toList());
        assertThat(page).contains(BEGIN + "\n" + table(examples) + END);
    }

    private static String table(List<Example> examples) {
        List<String> lines = new ArrayList<>();
        lines.add("| check | what was staged | claim | what the check says | found, threshold | panel |");
        lines.add("|---|---|---|---|---|---|");
        for (Example example : examples) {
            lines.add(row(example));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String row(Example example) {
        Sample sample =
                Sample.of(example.evidence(), trial -> true, example.evidence().seed());
        Finding finding = TrapCase.checks().stream()
                .filter(check -> check.name().equals(example.check()))
                .findFirst()
                .orElseThrow()
                .run(sample);
        PanelResult panel = Panel.standard().examine(example.evidence());
        assertThat(finding.outcome()).as(example.check()).isIn(Finding.Outcome.FIRED, Finding.Outcome.UNSETTLED);
        assertThat(panel.survives()).as(example.check()).isFalse();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %+.1f %%, %d pairs | %s | %.3g, %.3g | %s |",
                example.check(),
                example.staged(),
                100 * Math.expm1(HodgesLehmann.estimate(sample.effects())),
                sample.size(),
                finding.reason(),
                finding.number().orElseThrow(),
                finding.threshold().orElseThrow(),
                panel.vetoed()
                        ? "veto"
                        : panel.outcome() == PanelResult.Outcome.REFUTED ? "refuted" : "more pairs needed");
    }
}
