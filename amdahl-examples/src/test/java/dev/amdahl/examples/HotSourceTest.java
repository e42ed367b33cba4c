package dev.amdahl.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.timeline.sites.RankedSite;
import dev.amdahl.core.internal.timeline.sites.RankedSite.Match;
import dev.amdahl.core.internal.timeline.sites.SiteReport;
import dev.amdahl.profilers.internal.source.PythonSiteFinder;
import dev.amdahl.profilers.internal.stacks.FoldedProfiler;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a profile and the source of its job to the line that costs the time. */
class HotSourceTest {
    @TempDir
    Path folder;

    private Path source = Path.of("");

    @BeforeEach
    void writeSource() throws IOException {
        source = folder.resolve("source");
        Files.createDirectories(source.resolve("jobs"));
        String text = """
                import torch

                def warm(model, batch):
                    return model(batch).item()

                """ + "\n".repeat(111) + """
                class Trainer:
                    def step(self, batch):
                        loss = self.model(batch)
                        self.total += loss.item()
                        assert not torch.isnan(batch).any()
                        return loss
                """;
        Files.writeString(source.resolve("jobs/train.py"), text);
        assertThat(text.lines().toList().get(119)).isEqualTo("        self.total += loss.item()");
    }

    private SiteReport report(Profile... profiles) {
        return SiteReport.of(List.of(new PythonSiteFinder().find(source, SourceLimits.DEFAULT)), List.of(profiles));
    }

    @Test
    void aHotLineIsAFindingAndAColdOneStandsBelow() throws IOException {
        Path stacks = Files.writeString(
                folder.resolve("offcpu.folded"), "main (/app/jobs/train.py:7);step (/app/jobs/train.py:120) 3200000\n");
        Profile profile = new FoldedProfiler().read(new Artifact(stacks, "stacks"), ProfileLimits.DEFAULT);
        assertThat(profile.hotFrames()).isNotEmpty();

        List<RankedSite> sites = report(profile).sites();

        assertThat(sites)
                .extracting(RankedSite::bottleneck, RankedSite::line, RankedSite::kind, RankedSite::match)
                .containsExactly(
                        tuple(Bottleneck.SYNC_STALL, 120, "scalar-read", Match.LINE),
                        tuple(Bottleneck.SYNC_STALL, 4, "scalar-read", Match.COLD),
                        tuple(Bottleneck.SYNC_STALL, 121, "tensor-assert", Match.COLD));
        assertThat(sites.get(0).seconds()).isPositive();
    }

    @Test
    void whatATraceWaitedForConfirmsBothPlacesOfTheFunction() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.json"), """
                {"schemaVersion":1,"traceEvents":[
                {"ph":"X","cat":"python_function","name":"jobs/train.py(118): step","pid":1,"tid":1,"ts":0,"dur":9000000,"args":{}},
                {"ph":"X","cat":"cpu_op","name":"aten::item","pid":1,"tid":1,"ts":1000000,"dur":4000000,"args":{}},
                {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":5000000,"args":{"device":0,"stream":7,"correlation":1}}
                ]}
                """);
        Profile profile = new KinetoProfiler().read(new Artifact(trace, "trace"), ProfileLimits.DEFAULT);

        assertThat(report(profile).sites())
                .extracting(RankedSite::line, RankedSite::seconds, RankedSite::match, RankedSite::confirmed)
                .containsExactly(
                        tuple(120, 4.0, Match.FUNCTION, true),
                        tuple(121, 4.0, Match.FUNCTION, true),
                        tuple(4, 0.0, Match.COLD, false));
    }

    @Test
    void theFindersAreListedAsPlugins() {
        assertThat(Plugins.discover().all())
                .filteredOn(found -> found.kind().equals("site-finder"))
                .extracting(Plugins.Found::name, found -> found.availability().isReady())
                .containsExactly(tuple("java", true), tuple("python", true), tuple("make", true));
    }
}
