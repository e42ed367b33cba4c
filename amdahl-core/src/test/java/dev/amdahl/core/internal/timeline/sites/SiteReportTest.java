package dev.amdahl.core.internal.timeline.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.timeline.sites.RankedSite.Match;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.CodeScope;
import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SiteReportTest {
    private static final Path ROOT = Path.of("/srv/job");

    @Test
    void theHotSiteStandsAboveTheColdOne() {
        CodeSite cold = site("train.py", 33, new CodeScope("warm", 30, 40, true));
        CodeSite hot = site("train.py", 120, new CodeScope("Trainer.step", 110, 140, false));

        SiteReport report = report(List.of(cold, hot), new HotFrame("train.py:120", 3.2));

        assertThat(report.sites())
                .containsExactly(
                        new RankedSite(hot, 3.2, Match.LINE, false), new RankedSite(cold, 0, Match.COLD, false));
        assertThat(report.sites().get(0).sentence())
                .isEqualTo(
                        "SYNC_STALL at train.py:120 in Trainer.step, 3.200 s seen at this line (scalar-read): x.item()");
        assertThat(report.sentences(10))
                .containsExactly(
                        report.sites().get(0).sentence(),
                        "1 places in source were not seen hot, which does not clear them: train.py:33 (scalar-read)");
    }

    @Test
    void aFrameWithTheFirstLineOfAFunctionBoundsAllThatStandsInIt() {
        CodeSite first = site("train.py", 120, new CodeScope("Trainer.step", 110, 140, false));
        CodeSite second = site("train.py", 130, new CodeScope("Trainer.step", 110, 140, false));
        CodeSite other = site("train.py", 150, new CodeScope("Trainer.evaluate", 145, 160, false));

        SiteReport report = report(List.of(first, second, other), new HotFrame("/app/job/train.py(110): step", 2));

        assertThat(report.sites())
                .extracting(RankedSite::line, RankedSite::seconds, RankedSite::match)
                .containsExactly(
                        tuple(120, 2.0, Match.FUNCTION), tuple(130, 2.0, Match.FUNCTION), tuple(150, 0.0, Match.COLD));
        assertThat(report.sites().get(0).sentence()).contains("at most 2.000 s", "lines 110 to 140");
    }

    @Test
    void whatThreadsWaitedForConfirmsASiteOfThatClass() {
        CodeSite read = site("train.py", 120, new CodeScope("step", 110, 140, true));
        CodeSite loader = new CodeSite(
                "train.py",
                111,
                "loader-workers",
                Bottleneck.INPUT_STARVATION,
                new CodeScope("step", 110, 140, true),
                "x");
        SourceScan scan = new SourceScan(ROOT, List.of("train.py"), List.of(read, loader), List.of());
        List<HotFrame> hot = List.of(new HotFrame("train.py:110 step", 9));
        Map<Activity, List<HotFrame>> waits = Map.of(Activity.SYNC, List.of(new HotFrame("train.py:110 step", 7)));

        SiteReport report = new SiteJoin(List.of(scan), hot, waits).report();

        assertThat(report.sites())
                .containsExactly(
                        new RankedSite(loader, 9, Match.FUNCTION, false),
                        new RankedSite(read, 7, Match.FUNCTION, true));
        assertThat(report.sites().get(1).sentence()).contains("at most 7.000 s of waiting, seen in the function");
    }

    @Test
    void coldSitesInLoopsStandAboveOtherColdOnes() {
        CodeSite once = site("a.py", 1, new CodeScope("", 1, 9, false));
        CodeSite again = site("b.py", 1, new CodeScope("", 1, 9, true));

        assertThat(report(List.of(once, again)).sites())
                .extracting(RankedSite::file)
                .containsExactly("b.py", "a.py");
    }

    @Test
    void aPathOfAContainerFitsByItsEnd() {
        CodeSite site = site("src/train.py", 5, new CodeScope("", 1, 9, false));

        for (String frame : List.of(
                "/workspace/x/src/train.py(5): <module>",
                "src/train.py:5",
                "train.py:5",
                "./src/train.py:5",
                "job/src/train.py:5",
                "/srv/job/src/train.py:5")) {
            assertThat(report(List.of(site), new HotFrame(frame, 1))
                            .sites()
                            .get(0)
                            .match())
                    .as(frame)
                    .isEqualTo(Match.LINE);
        }
        for (String frame : List.of(
                "/workspace/other/train.py:5",
                "lib/train.py:5",
                "other/src/train.py:5",
                "/opt/python/site-packages/src/train.py:5",
                "mytrain.py:5")) {
            assertThat(report(List.of(site), new HotFrame(frame, 1))
                            .sites()
                            .get(0)
                            .match())
                    .as(frame)
                    .isEqualTo(Match.COLD);
        }
    }

    @Test
    void aFrameThatFitsTwoFilesIsGivenToNone() {
        CodeSite one = site("a/train.py", 5, new CodeScope("", 1, 9, false));
        CodeSite two = site("b/train.py", 5, new CodeScope("", 1, 9, false));

        SiteReport report = report(List.of(one, two), new HotFrame("train.py:5", 1), new HotFrame("a/train.py:5", 2));

        assertThat(report.sites())
                .containsExactly(new RankedSite(one, 2, Match.LINE, false), new RankedSite(two, 0, Match.COLD, false));
        assertThat(report.findings()).singleElement().asString().contains("fits 2 files", "given to none");
    }

    @Test
    void sourceOfAnotherRevisionConfirmsNothing() {
        CodeSite site = site("train.py", 120, new CodeScope("step", 110, 140, false));

        SiteReport report = report(List.of(site), new HotFrame("train.py:120 run", 3));

        assertThat(report.sites()).containsExactly(new RankedSite(site, 0, Match.COLD, false));
        assertThat(report.findings()).singleElement().asString().contains("may be of another revision");
        assertThat(report.hotLines()).containsExactly(new HotLine("train.py", 120, "run", 3));
    }

    @Test
    void hotLinesWithoutASiteAreKept() {
        CodeSite site = site("train.py", 120, new CodeScope("step", 110, 140, false));

        SiteReport report = report(
                List.of(site),
                new HotFrame("train.py:121 step", 3),
                new HotFrame("train.py:121 step", 1),
                new HotFrame("x.c:3", 9));

        assertThat(report.hotLines()).containsExactly(new HotLine("train.py", 121, "step", 4));
        assertThat(report.sites().get(0).match()).isEqualTo(Match.COLD);
    }

    @Test
    void framesFromElsewhereClearNothing() {
        CodeSite site = site("train.py", 120, new CodeScope("step", 110, 140, false));

        assertThat(report(List.of(site), new HotFrame("libcuda.so", 3)).findings())
                .containsExactly(
                        "none of the 1 hot frames is in the source: no site could be confirmed, and none is cleared");
    }

    @Test
    void isWrittenAsOneDocument() throws JsonProcessingException {
        CodeSite site = site("train.py", 120, new CodeScope("step", 110, 140, true));

        assertThat(new ObjectMapper().writeValueAsString(report(List.of(site), new HotFrame("train.py:120", 3))))
                .isEqualTo(new ObjectMapper().readTree("""
                                {"sites": [{"file": "train.py", "line": 120, "function": "step", "class": "SYNC_STALL",
                                  "kind": "scalar-read", "seconds": 3.0, "match": "line", "confirmed": false,
                                  "repeats": true, "text": "x.item()"}], "hot_lines": [], "findings": []}
                                """).toString());
    }

    @Test
    void textOfTheSourceCannotWriteIntoTheReport() {
        CodeSite site = new CodeSite(
                "train.py",
                1,
                "scalar-read",
                Bottleneck.SYNC_STALL,
                new CodeScope("", 1, 1, false),
                "a\u001b[2J\u202Eb");

        assertThat(new RankedSite(site, 1, Match.LINE, false).sentence()).endsWith("a [2J b");
    }

    private static SiteReport report(List<CodeSite> sites, HotFrame... frames) {
        List<String> files = sites.stream().map(CodeSite::file).distinct().toList();
        return new SiteJoin(List.of(new SourceScan(ROOT, files, sites, List.of())), List.of(frames), Map.of()).report();
    }

    private static CodeSite site(String file, int line, CodeScope scope) {
        return new CodeSite(file, line, "scalar-read", Bottleneck.SYNC_STALL, scope, "x.item()");
    }
}
