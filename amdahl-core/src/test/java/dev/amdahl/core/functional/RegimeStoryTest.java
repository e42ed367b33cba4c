package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegimeStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SplittableRandom random = new SplittableRandom(4);
    private final List<Lever> levers = new ArrayList<>();
    private double usual = 10;

    private ArmResult run(ArmRequest arm) {
        double seconds = usual * Math.exp(.02 * random.nextGaussian());
        return ArmResult.succeeded(arm.name(), seconds).work(1000).digest("out.json", "same");
    }

    private LedgerView tryOneMore(World world, Lever lever) {
        levers.add(lever);
        JobSpec job =
                Workload.job("nightly-eval", .3, levers.toArray(Lever[]::new)).build();
        world.jobs = List.of(job);
        return world.untilIdle();
    }

    private static List<Run> noise(LedgerView view) {
        return view.runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.NOISE)
                .toList();
    }

    @Test
    void afterTheBaselineHasChangedNoiseIsMeasuredAnewAndTheOldIsNotPooled() {
        World world = new World(folder, new Cluster(1, this::run));
        world.policy = World.BLIND;
        assertThat(noise(tryOneMore(world, Workload.log("warn")))).hasSize(4);
        assertThat(noise(tryOneMore(world, Workload.kernel("tuned"))))
                .as("same regime")
                .hasSize(4);
        usual = 14;
        tryOneMore(world, Workload.log("error"));

        LedgerView view = tryOneMore(world, Workload.kernel("graph"));

        List<Run> noise = noise(view);
        assertThat(noise)
                .as("four more, and another where one of them is taken for the old regime's")
                .hasSizeBetween(8, 9);
        double sigma = view.dossiers()
                .get(view.dossiers().size() - 1)
                .experiment()
                .orElseThrow()
                .plan()
                .sigma();
        assertThat(sigma)
                .as(
                        "of the present regime's equal and experimental pairs, which vary by less than those of the old one")
                .isLessThan(sigma(world, noise.subList(0, 4)));
    }

    private static double sigma(World world, List<Run> present) {
        double[] d = present.stream()
                .mapToDouble(run -> run.result().orElseThrow().logRatio().orElseThrow())
                .toArray();
        return Noise.sigma(d, world.policy.noisePrior(true));
    }
}
