package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.LoopRunner;
import dev.amdahl.core.internal.anomaly.FindingsFile;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.ReportTable;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.ExitCode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.fleet.FleetOptions;
import dev.amdahl.examples.cli.run.LineProgress;
import dev.amdahl.examples.cli.run.LoopRun;
import dev.amdahl.examples.cli.run.ModelOption;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.SchedulerOptions;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.examples.notify.Notifier;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code loop --jobs F}: the loop on the user's own commands. */
@Command(
        name = "loop",
        description = "Run the loop on your own jobs; kill it whenever you like, it goes on from the ledger.",
        footer = "  amdahl loop --jobs jobs.yaml --ledger ./amdahl --until-idle --report report")
final class LoopCommand extends CliCommand {
    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description = "The jobs file: docs/guide.md; default amdahl.yaml, as init writes it.")
    private @Nullable Path named;

    @ArgGroup
    private @Nullable Extent extent;

    @Mixin
    private final SchedulerOptions scheduler = new SchedulerOptions();

    @Option(names = "--budget-hours", paramLabel = "H", description = "Accelerator-hours that may be spent.")
    private @Nullable Double budgetHours;

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Option(
            names = "--anomalies",
            paramLabel = "FILE",
            description = "The output of watch --json: a family that it found ill gets no new experiment for a day.")
    private @Nullable Path anomalies;

    @Option(
            names = "--gate",
            paramLabel = "NAME",
            description = "Gate plugin that asks people, as NAME or NAME:SETTING=VALUE,...; default ${DEFAULT-VALUE}.")
    private String gate = "file";

    @Option(
            names = "--builder",
            paramLabel = "NAME",
            description = "Builder plugin for patches, as NAME or NAME:SETTING=VALUE,... beside those of the jobs file;"
                    + " default the first that is ready.")
    private @Nullable String builder;

    @Mixin
    private final ModelOption models = new ModelOption();

    @Option(
            names = "--patience",
            paramLabel = "DURATION",
            defaultValue = "5m",
            description = "How long to wait for a ledger's server that is down before the loop gives up.")
    @SuppressWarnings("NullAway.Init")
    private String patience;

    @Option(names = "--report", paramLabel = "DIR", description = "Write report.html there at the end.")
    private @Nullable Path report;

    /** How far to go. */
    static final class Extent {
        @Option(names = "--cycles", paramLabel = "N", description = "Run this many cycles.")
        private @Nullable Integer cycles;

        @Option(names = "--until-idle", description = "Run until nothing is left to do; the default.")
        @SuppressWarnings("UnusedVariable")
        private boolean untilIdle;
    }

    @Override
    public Answer answer() throws Exception {
        int most = extent == null || extent.cycles == null
                ? Integer.MAX_VALUE
                : Options.atLeast("--cycles", extent.cycles, 1);
        Clock clock = Clock.systemUTC();
        Instant begun = clock.instant();
        Path jobs = JobsFile.orUsual(named)
                .orElseThrow(() -> new InvalidInputException(
                        "loop", "no jobs file is named", "add --jobs FILE, or write one by init -- COMMAND"));
        JobsFile file = JobsFile.read(jobs);
        String url = requireLedger();
        Optional<ModelsFile> asked = models.file();
        LedgerLocation ledger = LedgerLocation.of(url);
        Optional<String> idle = NextSteps.nothingToTry(
                file.jobs(),
                asked.isPresent(),
                job -> ledger.base().isPresent()
                        && !ProposalFolder.of(ledger).of(job, unreadable -> {}).isEmpty(),
                jobs);
        Budget declared = file.settings().budget(Options.hours(budgetHours));
        Budget budget = asked.map(ModelsFile::budget).map(declared::within).orElse(declared);
        PluginChoice chosen = scheduler.choice();
        LoopPolicy usual = file.settings().policy(LoopPolicy.DEFAULT);
        LoopPolicy policy = asked.map(each -> each.policy(usual)).orElse(usual);
        Duration waits = Options.duration("--patience", patience);
        Optional<FleetSource> source = fleet.source(this::plugins, clock, seed());
        if (report != null) {
            Options.folder("--report", report);
        }
        try (WorkFolder work = WorkFolder.of(url);
                LineProgress progress = new LineProgress(remarks(), clock);
                Notifier notifier = Notifier.of(file.channels(), url, clock, progress::remark)) {
            LoopRun.Setup setup = new LoopRun.Setup(
                    url,
                    file.jobs(),
                    chosen,
                    policy,
                    budget,
                    source,
                    work.path(),
                    seed(),
                    Optional.ofNullable(anomalies).map(FindingsFile::new),
                    PluginChoice.of("--gate", gate),
                    Optional.ofNullable(builder).map(named -> PluginChoice.of("--builder", named)),
                    file.builder(),
                    file.settings().resampler(),
                    asked,
                    waits,
                    progress::remark,
                    Optional.empty());
            try (LoopRunner run = LoopRun.open(setup, plugins(), clock)) {
                idle.ifPresent(progress::remark);
                file.settings().warnings().forEach(progress::remark);
                boolean isLocal = setup.scheduler().name().equals(PluginChoice.LOCAL.name());
                if (isLocal) {
                    Load.warning().ifPresent(progress::remark);
                }
                List<Fault> faults = new ArrayList<>();
                int cycles = run.runUntilIdle(most, done -> {
                    progress.after(done);
                    notifier.after(done);
                    faults.clear();
                    faults.addAll(done.faults());
                    if (isLocal) {
                        run.waiting(done.view()).ifPresent(progress::remark);
                    }
                });
                progress.end();
                Optional<HtmlReport> page = written(run.view(), setup, clock);
                return answer(
                        cycles,
                        run.view(),
                        faults,
                        page,
                        calibration(run.view(), file.jobs(), policy),
                        idle.map(line -> line + "\n").orElse("") + NextSteps.text(run.view(), url, begun));
            }
        }
    }

    private Optional<HtmlReport> written(LedgerView view, LoopRun.Setup setup, Clock clock) throws IOException {
        if (report == null) {
            return Optional.empty();
        }
        ReportInputs inputs = ReportPage.inputs(
                view,
                plugins(),
                setup.ledger(),
                setup.jobs(),
                setup.directory().resolve("report"),
                clock,
                setup.seed());
        return Optional.of(ReportPage.write(view, inputs, report));
    }

    private static Answer answer(
            int cycles,
            LedgerView view,
            List<Fault> faults,
            Optional<HtmlReport> page,
            Optional<String> calibration,
            String next) {
        long open = view.dossiers().stream()
                .filter(dossier -> dossier.state().isOpen())
                .count();
        ObjectNode json = Json.object().put("cycles", cycles);
        json.set("hypotheses", Outcomes.rows(view));
        json.put("open", open).put("head", view.head());
        if (!faults.isEmpty()) {
            json.set("faults", Json.array(faults, LoopCommand::row));
        }
        calibration.ifPresent(line -> json.put("calibration", line));
        json.set("planted_wins", Outcomes.planted(view));
        page.ifPresent(written -> json.setAll(ReportPage.json(written)));
        return new Answer(
                json,
                ReportTable.hypotheses(view, Width.ofTerminal().columns()) + "\n"
                        + Width.line("", Plurals.of(cycles, "cycle") + "; " + open + " open; head " + view.head())
                        + calibration.map(line -> line + "\n").orElse("")
                        + faults.stream()
                                .map(fault -> "not done: " + fault + "\n")
                                .collect(Collectors.joining())
                        + page.map(written -> "report: " + written.report() + "\n")
                                .orElse("") + next,
                exitCode(faults).code());
    }

    private static ObjectNode row(Fault fault) {
        return Json.object()
                .put("where", fault.where())
                .put("category", fault.category().name())
                .put("message", fault.message());
    }

    /** Returns what a person has to fix comes first; the rest may pass. */
    private static ExitCode exitCode(List<Fault> faults) {
        if (faults.isEmpty()) {
            return ExitCode.DONE;
        }
        return faults.stream().anyMatch(fault -> fault.category() == ErrorCategory.USER)
                ? ExitCode.WRONG_INPUT
                : ExitCode.UNAVAILABLE;
    }

    /** Returns how many planted wins were found, and why none can be planted where that is so. */
    private static Optional<String> calibration(LedgerView view, List<JobSpec> jobs, LoopPolicy policy) {
        PlantedWins planted = view.totals().planted();
        List<String> said = new ArrayList<>();
        if (planted.begun() > 0) {
            said.add(planted.found() + " of " + Plurals.of(planted.judged().size(), "planted win") + " found, "
                    + planted.begun() + " planted");
        }
        if (policy.calibration() > 0) {
            PlantedWins.obstacle(jobs).ifPresent(said::add);
        }
        return said.isEmpty() ? Optional.empty() : Optional.of("calibration: " + String.join("; ", said));
    }
}
