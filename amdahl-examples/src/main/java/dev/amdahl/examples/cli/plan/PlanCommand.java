package dev.amdahl.examples.cli.plan;

import dev.amdahl.core.loop.LoopPlan;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.fleet.FleetOptions;
import dev.amdahl.examples.cli.run.LoopRun;
import dev.amdahl.examples.cli.run.SchedulerOptions;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.jobs.Durations;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plan --jobs F}: what the loop would run on the user's own commands, before it does. */
@Command(
        name = "plan",
        description = "Say what the loop would run, in hours and money, before it starts; nothing is run or written.",
        footer = "  amdahl plan --jobs jobs.yaml --ledger ./amdahl --run-length 20m")
public final class PlanCommand extends CliCommand {
    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description = "The jobs file: docs/guide.md; default amdahl.yaml, as init writes it.")
    private @Nullable Path named;

    @Option(
            names = "--run-length",
            paramLabel = "DURATION",
            description = "How long a run takes if none was measured yet; default run_length in the jobs file, as init"
                    + " writes it; without either only an upper bound is known, from the time limit.")
    private @Nullable String length;

    @Option(names = "--budget-hours", paramLabel = "H", description = "Accelerator-hours that may be spent.")
    private @Nullable Double budgetHours;

    @Mixin
    private final SchedulerOptions scheduler = new SchedulerOptions();

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Override
    public Answer answer() throws Exception {
        Clock clock = Clock.systemUTC();
        Path jobs = JobsFile.orUsual(named)
                .orElseThrow(() -> new InvalidInputException(
                        "plan", "no jobs file is named", "add --jobs FILE, or write one by init -- COMMAND"));
        JobsFile file = JobsFile.read(jobs);
        Optional<Duration> assumed = length != null
                ? Optional.of(Options.duration("--run-length", length))
                : JobsFile.setting(jobs, "run_length").flatMap(Durations::parse);
        // Plugins may write into their folder; this one goes with whatever they leave.
        try (WorkFolder work = WorkFolder.temporary()) {
            LoopRun.Setup setup = new LoopRun.Setup(
                    "jdbc:h2:mem:plan",
                    file.jobs(),
                    scheduler.choice(),
                    file.settings().policy(LoopPolicy.DEFAULT),
                    file.settings().budget(Options.hours(budgetHours)),
                    fleet.source(this::plugins, clock, seed()),
                    work.path(),
                    seed());
            LoopPlan plan = LoopRun.plan(setup, Optional.ofNullable(ledger()), assumed, plugins(), clock);
            file.settings().warnings().forEach(this::remark);
            return Answer.of(PlanJson.of(plan), PlanText.of(plan));
        }
    }
}
