package dev.amdahl.core.functional;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A job whose arms take 10 s with 3 % noise, and levers of which one helps, one does nothing, one hurts and two cheat. */
final class ScriptedFleet {
    private final SplittableRandom random = new SplittableRandom(8);

    static JobSpec job(String family) {
        return JobSpec.builder(family, List.of("train"))
                .accelerators(new Accelerators("h200", 4))
                .runsPerWeek(70)
                .environment(Map.of("WORKERS", "0", "LOG", "info", "BATCH", "8", "SKIP", "0", "PRECISION", "double"))
                .outputs(List.of(new OutputRule("out.json", new OutputRule.Exact())))
                .levers(List.of(
                        lever("workers", "WORKERS", "0", "4"),
                        lever("log", "LOG", "info", "warn"),
                        lever("batch", "BATCH", "8", "4"),
                        lever("skip", "SKIP", "0", "1"),
                        lever("precision", "PRECISION", "double", "float")))
                .build();
    }

    static Lever lever(String name, String variable, String from, String to) {
        return new Lever(
                name,
                new LeverSetting.Environment(variable),
                from,
                List.of(to),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
    }

    ArmResult run(ArmRequest arm) {
        Map<String, String> environment = arm.environment();
        double seconds = 10 * Math.exp(.03 * random.nextGaussian());
        seconds *= environment.get("WORKERS").equals("4") ? .7 : 1;
        seconds *= environment.get("BATCH").equals("4") ? 1.3 : 1;
        seconds *= environment.get("SKIP").equals("1") ? .6 : 1;
        seconds *= environment.get("PRECISION").equals("float") ? .6 : 1;
        double units = environment.get("SKIP").equals("1") ? 600 : 1000;
        return ArmResult.succeeded(arm.name(), seconds)
                .startedAt(Instant.EPOCH)
                .cpu(seconds)
                .work(units)
                .digest("out.json", "digest of " + environment.get("PRECISION"))
                .covariate(Covariate.LOAD_1M, 1.0);
    }
}
