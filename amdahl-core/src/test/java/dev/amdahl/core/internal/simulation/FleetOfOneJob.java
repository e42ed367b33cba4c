package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.simulation.NoiseModel.RawPair;
import dev.amdahl.core.schedulers.simulated.SimulatedRun;
import dev.amdahl.core.schedulers.simulated.VirtualClock;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.TrialRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Gives the trials of one experiment, which come one after the other, the runs that the benchmark gives them. Not thread-safe. */
final class FleetOfOneJob implements Function<TrialRequest, SimulatedRun> {
    static final String SWITCH = "SWITCH";
    static final int NOISE_TRIALS = 4;

    private final NoiseModel model;
    private final Scenario scenario;
    private final long seed;
    private final VirtualClock clock;
    private final Duration pause;
    private int noise;
    private int set = 1;
    private int index;
    private int lost;
    private long measured = -1;
    private int repeats;
    private Instant before = Instant.MAX;

    FleetOfOneJob(NoiseModel model, Scenario scenario, long seed, VirtualClock clock, Duration pause) {
        this.model = model;
        this.scenario = scenario;
        this.seed = seed;
        this.clock = clock;
        this.pause = pause;
    }

    @Override
    public SimulatedRun apply(TrialRequest request) {
        if (noise < NOISE_TRIALS) {
            noise++;
            RawPair raw = model.pair(seed, 0, noise);
            return ran("node" + raw.host(), List.of(unchanged("a", raw.first()), unchanged("b", raw.second())));
        }
        if (request.arms().get(0).seed() == measured) {
            repeats++;
            return run(request, set, index - 1, repeats);
        }
        Instant now = clock.instant();
        if (before.isBefore(now.minus(pause))) {
            set = 2;
            index = 1;
        }
        before = now;
        if (lost < model.pair(seed, set, Math.max(1, index)).repeated()) {
            lost++;
            return new SimulatedRun("node", List.of(), Duration.ZERO, Duration.ofMinutes(1));
        }
        lost = 0;
        repeats = 0;
        measured = request.arms().get(0).seed();
        index++;
        return run(request, set, Math.max(1, index - 1), 0);
    }

    private SimulatedRun run(TrialRequest request, int ofSet, int ofIndex, int repeat) {
        boolean variantFirst = "on".equals(request.arms().get(0).environment().get(SWITCH));
        SimulatedExperiment experiment =
                new SimulatedExperiment(model, scenario, World.CALM, seed, (anySet, anyIndex) -> variantFirst);
        Trial trial = SimulatedEvidence.trial(experiment, experiment.pair(ofSet, ofIndex, repeat));
        return ran(
                trial.host(),
                variantFirst ? List.of(trial.variant(), trial.baseline()) : List.of(trial.baseline(), trial.variant()));
    }

    private static ArmResult unchanged(String name, double logSeconds) {
        return ArmResult.succeeded(name, Math.exp(logSeconds)).digest("predictions.jsonl", "same");
    }

    private static SimulatedRun ran(String host, List<ArmResult> arms) {
        return new SimulatedRun(host, arms, Duration.ofSeconds(30), Duration.ofMinutes(20));
    }
}
