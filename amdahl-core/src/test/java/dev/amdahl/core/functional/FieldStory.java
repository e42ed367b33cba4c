package dev.amdahl.core.functional;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A family that its host runs every night, and that asks what to start with. */
abstract class FieldStory {
    static final double NOISE = .03;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    Optional<Ledger> open = Optional.empty();
    final SplittableRandom random = new SplittableRandom(7);
    final List<String> exposed = new ArrayList<>();
    int night;

    World world(FieldTrials field, Function<ArmRequest, ArmResult> extra) {
        World world = new World(
                folder,
                new Cluster(2, extra),
                Workload.job("nightly", .5, Workload.workers("4")).field(field).build());
        world.policy = World.BLIND;
        return world;
    }

    World world() {
        return world(FieldTrials.DEFAULT, arm -> Workload.run(arm, folder));
    }

    @AfterEach
    void close() {
        open.ifPresent(Ledger::close);
    }

    /** In one process: opening a ledger again takes longer than all else in a cycle. */
    CycleReport cycle(World world) {
        if (open.isEmpty()) {
            open = Optional.of(Ledger.open(world.url(), world.clock));
        }
        world.clock.advance(Duration.ofSeconds(30));
        return world.loop(open.get()).runCycle();
    }

    CycleReport cycles(World world) {
        cycle(world);
        return cycle(world);
    }

    ScheduledRuns runs(World world) {
        return new ScheduledRuns(folder.resolve("ledger.field"), world.clock, folder.resolve("no-proc"));
    }

    /** One night: the loop looks at what is new, then the host's run asks, runs and says how it went. */
    Assignment night(World world, double effect) {
        cycle(world);
        Assignment assignment = runs(world).assign("nightly", id());
        report(world, assignment, effect);
        return assignment;
    }

    String id() {
        return "night-" + night;
    }

    void report(World world, Assignment assignment, double effect) {
        boolean isVariant = "4".equals(assignment.environment().get("WORKERS"));
        if (isVariant) {
            exposed.add(id());
        }
        double units = 1000 + 20 * night + random.nextInt(300);
        double seconds = units * (isVariant ? effect : 1) * Math.exp(NOISE * random.nextGaussian());
        runs(world).outcome(id(), ArmResult.succeeded("", seconds).work(units));
        world.clock.advance(Duration.ofDays(1));
        night++;
    }

    Dossier nights(World world, int most, double effect) {
        for (int i = 0; i < most; i++) {
            night(world, effect);
            List<Dossier> found = open.orElseThrow().view().dossiers();
            if (!found.isEmpty()
                    && !found.get(0).state().isInExperiment()
                    && found.get(0).state() != HypothesisState.PROPOSED) {
                return found.get(0);
            }
        }
        return only(cycle(world).view());
    }

    static Dossier only(LedgerView view) {
        return World.of(view, "nightly", "workers");
    }
}
