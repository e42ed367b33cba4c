package dev.amdahl.core.functional;

import static dev.amdahl.core.functional.TwinJobs.seconds;
import static dev.amdahl.core.functional.TwinJobs.taking;

import dev.amdahl.core.functional.TwinJobs.Case;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** For each way to a result that is not valid, a job that is caught on it through the loop, and an honest twin that is not. */
class InvalidResultStoryTest extends TwinStory {
    private static final MetricSpec OWN =
            new MetricSpec("step_seconds", Optional.of(new ValueSource.Stdout("step (.*)")), true);

    InvalidResultStoryTest() {
        super(Set.of("side-process", "evaluator", "cache", "cpu-spill"), allCases());
    }

    private static List<Case> allCases() {
        return List.of(
                Case.of(
                        "governor",
                        "equal circumstances",
                        (arm, draw) -> arm.circumstance(
                                EnvironmentFact.GOVERNOR,
                                draw.isVariant() || !draw.isTrap() ? "performance" : "powersave")),
                Case.of(
                        "swap",
                        "swapping in one arm",
                        (arm, draw) ->
                                arm.covariate(Covariate.SWAPPED_PAGES, draw.isVariant() || !draw.isTrap() ? 0 : 500)),
                Case.of(
                        "faults",
                        "page faults in one arm",
                        (arm, draw) -> arm.covariate(Covariate.MAJOR_FAULTS, draw.isGuilty() ? 3 : 5000)),
                Case.of(
                        "side-process",
                        "work left running",
                        (arm, draw) -> arm.covariate(
                                Covariate.LINGERING_PROCESSES, draw.isVariant() || !draw.isTrap() ? 1 : 0)),
                Case.of(
                        "extra-devices",
                        "extra accelerators",
                        (arm, draw) ->
                                arm.covariate(Covariate.ACCELERATORS_BUSY, draw.isVariant() || !draw.isTrap() ? 4 : 1)),
                Case.of(
                        "evaluator",
                        "program and evaluator unchanged",
                        (arm, draw) -> arm.circumstance(EnvironmentFact.PROGRAM, "eval")
                                .circumstance(
                                        EnvironmentFact.PROGRAM_AFTER,
                                        draw.isGuilty() && draw.seed() % 3 == 0 ? "other" : "eval")),
                Case.of(
                                "cache",
                                "cached output",
                                (arm, draw) -> output(arm, draw.isGuilty() ? 1 : 1 + draw.seed() % 1000 * 1e-9))
                        .declaring(job ->
                                job.outputs(List.of(new OutputRule("out.json", new OutputRule.Numeric(1e-3, 0))))),
                Case.of(
                                "cpu-spill",
                                "CPU seconds per work unit",
                                (arm, draw) -> arm.cpu(draw.isGuilty() ? 20 : draw.isVariant() ? 5.2 : 5))
                        .addressing(Bottleneck.COMPUTE_BOUND),
                Case.of("set-up", "wall time of the whole job", (arm, draw) -> {
                            double steps = seconds(arm);
                            double elsewhere = draw.isGuilty() ? .3 / .7 * steps : 0;
                            return taking(arm, steps + elsewhere).metric("step_seconds", steps);
                        })
                        .declaring(job -> job.metric(OWN)));
    }

    private static ArmResult output(ArmResult arm, double value) {
        try {
            Path own = Files.createTempDirectory(folder, "arm");
            Files.createDirectory(own.resolve("run"));
            Files.writeString(own.resolve("run/out.json"), Double.toString(value));
            return arm.digest("out.json", Double.toString(value)).folder(own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
