package dev.amdahl.core.testing.simulation;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Families with levers of which it is known what they do. What an arm measures depends on its settings, its seed and its name alone,
 * never on when or how often it runs.
 */
record PlantedFleet(long seed, List<JobSpec> jobs, Map<String, Truth> truths) {
    private static final String OUTPUT = "out.json";
    private static final double SECONDS = 600;
    private static final double NOISE = .0005;
    private static final double WORK = 1000;
    private static final String ON = "1";
    private static final List<Truth> TRUTHS = List.of(Truth.values());

    /** @param isSimple one lever in each family, so that no change depends on another */
    static PlantedFleet draw(long seed, boolean isSimple) {
        SplittableRandom random = new SplittableRandom(seed);
        List<JobSpec> jobs = new ArrayList<>();
        Map<String, Truth> truths = new TreeMap<>();
        int families = 1 + (random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0);
        for (int f = 0; f < families; f++) {
            String family = "family-" + f;
            List<Lever> levers = new ArrayList<>();
            Map<String, String> environment = new HashMap<>();
            int count = families == 1 && !isSimple ? 1 + random.nextInt(2) : 1;
            for (int l = 0; l < count; l++) {
                String variable = "LEVER_" + f + "_" + l;
                environment.put(variable, "0");
                truths.put(variable, TRUTHS.get(random.nextInt(TRUTHS.size())));
                levers.add(new Lever(
                        "lever-" + l,
                        new LeverSetting.Environment(variable),
                        "0",
                        List.of(ON),
                        List.of(Bottleneck.INPUT_STARVATION),
                        Optional.empty()));
            }
            jobs.add(job(family, environment, levers));
        }
        return new PlantedFleet(seed, List.copyOf(jobs), Map.copyOf(truths));
    }

    private static JobSpec job(String family, Map<String, String> environment, List<Lever> levers) {
        return JobSpec.builder(family, List.of("train"))
                .accelerators(new Accelerators("h200", 4))
                .runsPerWeek(70)
                .environment(environment)
                .outputs(List.of(new OutputRule(OUTPUT, new OutputRule.Exact())))
                .levers(levers)
                .source(new SourceTree(Path.of("simulated"), "HEAD", "0", List.of(), List.of()))
                .build();
    }

    /** What a request measures. */
    List<ArmResult> run(TrialRequest request, Instant started) {
        return request.arms().stream().<ArmResult>map(arm -> run(arm, started)).toList();
    }

    private ArmResult run(ArmRequest arm, Instant started) {
        Set<Truth> active = arm.environment().entrySet().stream()
                .filter(setting -> setting.getValue().equals(ON))
                .map(setting -> truths.getOrDefault(setting.getKey(), Truth.NOTHING))
                .collect(Collectors.toSet());
        long place = seed ^ (arm.seed() * 31 + arm.name().hashCode()) * 0x9E3779B97F4A7C15L;
        double seconds = SECONDS * Math.exp(NOISE * (2 * new SplittableRandom(place).nextDouble() - 1));
        for (Truth truth : active) {
            seconds *= truth.factor();
        }
        return ArmResult.succeeded(arm.name(), seconds)
                .exited(OptionalInt.of(active.contains(Truth.FAILS) ? 1 : 0))
                .startedAt(started)
                .cpu(seconds)
                .work(active.contains(Truth.CHEATS) ? WORK / 2 : WORK)
                .digest(OUTPUT, "digest")
                .covariate(Covariate.LOAD_1M, 1.0);
    }

    /** What a proposed change really does; empty for one that sets something that is not a planted lever. */
    Optional<Truth> truth(Hypothesis hypothesis) {
        if (!(hypothesis.change() instanceof ConfigChange change)) {
            return Optional.empty();
        }
        List<Truth> all = new ArrayList<>();
        for (LeverSetting setting : change.settings()) {
            if (!(setting.target() instanceof LeverSetting.Environment target)
                    || !truths.containsKey(target.variable())) {
                return Optional.empty();
            }
            all.add(truths.get(target.variable()));
        }
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }
}
