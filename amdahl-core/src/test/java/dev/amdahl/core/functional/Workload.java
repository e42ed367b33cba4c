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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/** Jobs of 10 s whose arms depend on their request alone: {@code WORKERS=4} takes 30 % off, {@code KERNEL=fused} too, {@code LOG} does nothing. */
final class Workload {
    /** The variable that holds what a trace with four workers says, where it says something else. */
    static final String WITH_WORKERS = "TRACE_WITH_WORKERS";

    private static final double SECONDS = 10;
    private static final double NOISE = .03;

    private Workload() {}

    /** A job on one accelerator of which that share of the seconds is spent in kernels, the rest waiting for input. */
    static JobSpec.Builder job(String family, double kernelShare, Lever... levers) {
        return JobSpec.builder(family, List.of("train"))
                .accelerators(new Accelerators("h200", 1))
                .runsPerWeek(700)
                .environment(Map.of("KERNEL_SHARE", Double.toString(kernelShare)))
                .outputs(List.of(new OutputRule("out.json", new OutputRule.Exact())))
                .artifacts(Map.of("trace", "trace.json"))
                .levers(List.of(levers));
    }

    static Lever workers(String... values) {
        return lever("workers", "WORKERS", "0", List.of(values), Bottleneck.INPUT_STARVATION);
    }

    static Lever log(String... values) {
        return lever("log", "LOG", "info", List.of(values), Bottleneck.INPUT_STARVATION);
    }

    static Lever kernel(String... values) {
        return lever("kernel", "KERNEL", "plain", List.of(values), Bottleneck.COMPUTE_BOUND);
    }

    static Lever lever(String name, String variable, String from, List<String> to, Bottleneck addresses) {
        return new Lever(name, new LeverSetting.Environment(variable), from, to, List.of(addresses), Optional.empty());
    }

    /** What an arm measures; a traced one leaves its trace in a folder under {@code root}. */
    static ArmResult run(ArmRequest arm, Path root) {
        Map<String, String> environment = arm.environment();
        ArmResult result = ArmResult.succeeded(arm.name(), seconds(arm, environment))
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1);
        return arm.isTraced() ? result.folder(trace(arm, root)) : result;
    }

    /** What an arm measures that left a log of its steps in a folder under {@code root}. */
    static ArmResult run(ArmRequest arm, Path root, double wall, double units, CharSequence steps) {
        ArmResult usual = run(arm, root);
        String name = arm.name() + Objects.hash(arm.seed(), arm.command());
        Path own = usual.folder().orElseGet(() -> root.resolve("arms").resolve(name));
        try {
            Files.createDirectories(own);
            Files.writeString(own.resolve("steps.jsonl"), steps);
            return ArmResult.succeeded(arm.name(), wall)
                    .work(units)
                    .digests(usual.digests())
                    .covariates(usual.covariates())
                    .folder(own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double seconds(ArmRequest arm, Map<String, String> environment) {
        double seconds = SECONDS;
        seconds *= "4".equals(environment.get("WORKERS")) ? .7 : 1;
        seconds *= "fused".equals(environment.get("KERNEL")) ? .7 : 1;
        double slept = Double.parseDouble(environment.getOrDefault("AMDAHL_PLANTED_SECONDS", "0"));
        long draw = Objects.hash(arm.seed(), arm.name(), new HashMap<>(environment));
        return slept
                + (arm.isTraced() ? seconds : seconds * Math.exp(NOISE * new SplittableRandom(draw).nextGaussian()));
    }

    private static Path trace(ArmRequest arm, Path root) {
        try {
            Path folder = root.resolve("arms")
                    .resolve(arm.seed() + "-" + arm.environment().get("WORKERS"));
            Files.createDirectories(folder.resolve("run"));
            Files.writeString(
                    folder.resolve("run/trace.json"),
                    Objects.requireNonNull(arm.environment()
                            .getOrDefault(
                                    "4".equals(arm.environment().get("WORKERS")) ? WITH_WORKERS : "",
                                    arm.environment().get("KERNEL_SHARE"))));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
