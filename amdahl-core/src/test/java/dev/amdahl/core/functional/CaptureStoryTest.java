package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profilers that watch running jobs, one of which fails. */
class CaptureStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final List<Path> started = new ArrayList<>();
    private final List<Path> stopped = new ArrayList<>();

    /** Watches; reads nothing. */
    private abstract static class Watching implements Profiler {
        @Override
        public boolean reads(Artifact artifact) {
            return false;
        }

        @Override
        public Profile read(Artifact artifact, ProfileLimits limits) {
            throw new AssertionError("it said that it reads nothing");
        }
    }

    private final Profiler good = new Watching() {
        @Override
        public Optional<Capture> capture(long pid, Path directory) {
            started.add(directory);
            return Optional.of(() -> {
                stopped.add(directory);
                return new Artifact(directory, "watched");
            });
        }
    };

    private final Profiler unstartable = new Watching() {
        @Override
        public Optional<Capture> capture(long pid, Path directory) {
            throw new IllegalStateException("not allowed to watch " + pid);
        }
    };

    private final Profiler unstoppable = new Watching() {
        @Override
        public Optional<Capture> capture(long pid, Path directory) {
            return Optional.of(() -> {
                throw new IllegalStateException("the disk is full");
            });
        }
    };

    @Test
    void aCaptureThatFailsLosesAndLeaksNoOther() {
        World world = new World(folder, 1, Workload.job("nightly-eval", .3).build());
        world.more = builder -> builder.profilers(List.of(new ShareProfiler(), good, unstartable, unstoppable, good));
        world.cluster.showProcess(4711);
        world.cluster.hold(RunStatus.RUNNING);
        List<CycleReport> reports = new ArrayList<>();

        world.cyclesInOneProcess(400, report -> {
            reports.add(report);
            if (reports.size() == 4) {
                assertThat(started).as("both, once").hasSize(2);
                assertThat(stopped).isEmpty();
                world.cluster.hold(RunStatus.DONE);
            }
        });

        assertThat(stopped).isNotEmpty().containsExactlyInAnyOrderElementsOf(started);
        assertThat(reports.stream().flatMap(report -> report.faults().stream()))
                .extracting(Fault::toString)
                .anyMatch(fault -> fault.contains("not allowed to watch 4711"))
                .anyMatch(fault -> fault.contains("the disk is full"));
    }
}
