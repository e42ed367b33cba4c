package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.CodeScope;
import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceScan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The diagnosis of a job that declares its source names the places that cost the time. */
class SourceStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static final SiteFinder FINDER = (root, limits) -> new SourceScan(
            root,
            List.of("train.py"),
            List.of(
                    new CodeSite(
                            "train.py",
                            33,
                            "scalar-read",
                            Bottleneck.SYNC_STALL,
                            new CodeScope("warm", 30, 40, false),
                            "y.item()"),
                    new CodeSite(
                            "train.py",
                            120,
                            "scalar-read",
                            Bottleneck.SYNC_STALL,
                            new CodeScope("step", 110, 130, true),
                            "x.item()")),
            List.of());

    private static final class BuiltAlready implements Builder {
        @Override
        public BuiltVariant build(BuildRequest request) {
            return new BuiltVariant(Path.of("/srv/built"), "c0ffee", "");
        }

        @Override
        public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
            return Map.of();
        }
    }

    /** Reads the share of kernels, and sees one hot frame. */
    private static final class HotProfiler implements Profiler {
        private final ShareProfiler share = new ShareProfiler();

        @Override
        public boolean reads(Artifact artifact) {
            return share.reads(artifact);
        }

        @Override
        public Profile read(Artifact artifact, ProfileLimits limits) {
            return new Hot(artifact, share.read(artifact, limits).timeline());
        }
    }

    private record Hot(Artifact artifact, Optional<Timeline> timeline) implements Profile {
        @Override
        public String profiler() {
            return "hot";
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public List<HotFrame> hotFrames() {
            return List.of(new HotFrame("/app/train.py:120 step", 3.2));
        }

        @Override
        public List<String> findings() {
            return List.of();
        }
    }

    private List<String> findings(JobSpec.Builder job, SiteFinder finder) {
        World world = new World(folder, 2, job.build());
        world.more = builder ->
                builder.builder(new BuiltAlready()).siteFinders(List.of(finder)).profilers(List.of(new HotProfiler()));
        for (int i = 0; i < 30; i++) {
            world.cycle();
            List<Entry.Diagnosed> diagnosed = world.entries(Entry.Diagnosed.class);
            if (!diagnosed.isEmpty()) {
                return diagnosed.get(0).diagnosis().findings();
            }
        }
        throw new AssertionError("no diagnosis");
    }

    private static JobSpec.Builder job() {
        return Workload.job("train", .3, Workload.workers("4"));
    }

    private static JobSpec.Builder jobWithSource() {
        return job().source(new SourceTree(Path.of("/srv/train"), "HEAD", "0", List.of(), List.of()));
    }

    @Test
    void namesTheHotPlaceAndLeavesTheColdOneBelow() {
        assertThat(findings(jobWithSource(), FINDER))
                .containsSubsequence(
                        "100.0 % of the host's seen time, 3.20 s a run: /app/train.py:120 step",
                        "SYNC_STALL at train.py:120 in step, 3.200 s seen at this line (scalar-read): x.item()",
                        "1 places in source were not seen hot, which does not clear them: train.py:33 (scalar-read)");
    }

    @Test
    void aJobWithoutSourceIsNotLookedThrough() {
        SiteFinder none = (root, limits) -> {
            throw new AssertionError("nobody declared " + root);
        };

        assertThat(findings(job(), none)).noneMatch(finding -> finding.contains("at train.py"));
    }

    @Test
    void sourceThatIsNotThereIsAFinding() {
        SiteFinder absent = (root, limits) -> {
            throw new InvalidInputException(root.toString(), "no readable folder", "name the folder of the source");
        };

        assertThat(findings(jobWithSource(), absent))
                .contains("/srv/train: no readable folder; name the folder of the source");
    }
}
