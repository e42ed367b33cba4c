package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Kind;
import dev.amdahl.spi.job.AnomalySource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of running jobs reaches the scan. */
class AnomalyStoryTest {
    private static final String EVAL = "nightly-eval";
    private static final String TRAIN = "train";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(8);
    private AnomalySource seen = since -> Map.of();

    private ArmResult run(ArmRequest arm) {
        return ArmResult.succeeded(arm.name(), 10 * Math.exp(.02 * random.nextGaussian()))
                .work(1000)
                .digest("out.json", "same");
    }

    private World world(int slots) {
        World world = new World(
                folder,
                new Cluster(slots, this::run),
                Workload.job(EVAL, .3, Workload.workers("4")).build(),
                Workload.job(TRAIN, .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        world.more = builder -> builder.anomalies(since -> seen.anomalies(since));
        return world;
    }

    private static Anomaly anomaly(Kind kind, Instant when) {
        return new Anomaly(
                kind,
                new Anomaly.Place("", "n1", "gpu0", "x"),
                new Anomaly.Span(when, when, 1, -1),
                new Anomaly.Change(0, 1),
                new Anomaly.Triage(Anomaly.Cause.HARDWARE, .9),
                "x");
    }

    @Test
    void aSickFamilyGetsNoExperimentUntilItIsWell() {
        World world = world(2);
        seen = since -> Map.of(EVAL, List.of(anomaly(Kind.THROTTLED, since)));
        assertThat(world.untilIdle().dossiers())
                .isNotEmpty()
                .noneMatch(open -> open.hypothesis().family().equals(EVAL));

        seen = since -> Map.of();
        assertThat(world.untilIdle().dossiers())
                .anyMatch(open -> open.hypothesis().family().equals(EVAL));
    }

    @Test
    void aSourceThatDoesNotAnswerStopsNothing() {
        World world = world(2);
        seen = since -> {
            throw new UnavailableException("watch", "is down", "start it", null);
        };
        assertThat(world.untilIdle().dossiers()).hasSize(2);
    }
}
