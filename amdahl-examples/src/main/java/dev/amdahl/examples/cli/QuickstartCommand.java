package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.LoopRunner;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.ReportTable;
import dev.amdahl.core.internal.roi.Saving.Stage;
import dev.amdahl.core.internal.roi.SavingsAccount;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.run.BarProgress;
import dev.amdahl.examples.cli.run.LineProgress;
import dev.amdahl.examples.cli.run.LoopRun;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.Progress;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.fleet.FleetJobs;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quickstart}: the whole loop on a fleet of real jobs with planted causes, on this machine. */
@Command(
        name = "quickstart",
        description = "Watch the whole loop on a small fleet of real jobs; about five minutes on two cores.",
        footer = "  amdahl quickstart --dir ./try-it")
final class QuickstartCommand extends CliCommand {
    static final LoopPolicy POLICY = LoopPolicy.DEFAULT.toBuilder()
            .evidence(EvidencePolicy.QUICKSTART)
            .unsignedAllowed(true)
            .build();

    @Option(names = "--dir", paramLabel = "DIR", description = "Folder; default ${DEFAULT-VALUE}.")
    private Path directory = Path.of(".amdahl-quickstart");

    @Option(names = "--only", paramLabel = "FAMILY", hidden = true, description = "Only this job of the fleet.")
    private @Nullable String only;

    @Override
    @SuppressWarnings("try")
    public Answer answer() throws Exception {
        Clock clock = Clock.systemUTC();
        Instant start = clock.instant();
        if (only != null) {
            Options.oneOf("--only", "job", only, FleetJobs.families());
        }
        Path folder = directory.toAbsolutePath().normalize();
        String url =
                Optional.ofNullable(ledger()).orElse(folder.resolve("ledger").toString());
        LedgerLocation.of(url);
        WorkFolder.removeOrphans();
        Files.createDirectories(folder);
        try (FolderLock turn = FolderLock.of(folder, "quickstart")) {
            List<JobSpec> jobs =
                    chosen(JobsFile.read(FleetJobs.writeJobsFile(folder)).jobs());
            LoopRun.Setup setup = new LoopRun.Setup(
                    url,
                    jobs,
                    PluginChoice.LOCAL,
                    POLICY,
                    Budget.UNLIMITED,
                    Optional.empty(),
                    folder.resolve("work"),
                    seed());
            try (LoopRunner run = LoopRun.open(setup, plugins(), clock)) {
                Load.warning().ifPresent(this::remark);
                Availability built = FleetJobs.builtJob();
                if (!built.isReady()) {
                    remark("the job that is built from source is left out: " + built.reason() + "; install git");
                }
                if (only == null) {
                    remark(FleetJobs.trainingPython()
                            .map(python -> "the job that trains with PyTorch is run by " + python)
                            .orElse("the job that trains with PyTorch is left out: neither python3 nor /usr/bin/python3"
                                    + " imports torch; apt-get install python3-torch, or pip install torch"));
                }
                long before = LineProgress.settled(run.view().totals());
                run(run, clock);
                ReportInputs inputs = ReportPage.inputs(
                        run.view(), plugins(), url, jobs, folder.resolve("work/report"), clock, seed());
                Path page = ReportPage.write(run.view(), inputs, folder).report();
                double seconds = Duration.between(start, clock.instant()).toMillis() / 1e3;
                return answer(run.view(), url, inputs, page, before, seconds, start);
            }
        }
    }

    private List<JobSpec> chosen(List<JobSpec> fleet) {
        return fleet.stream()
                .filter(job -> only == null || job.family().equals(only))
                .toList();
    }

    private void run(LoopRunner run, Clock clock) throws InterruptedException {
        try (Progress progress = Terminal.isWatched() && !isJson()
                ? new BarProgress("quickstart")
                : new LineProgress(remarks(), clock)) {
            run.runUntilIdle(Integer.MAX_VALUE, report -> {
                progress.after(report);
                run.waiting(report.view()).ifPresent(this::remark);
            });
        }
    }

    private static Answer answer(
            LedgerView view, String url, ReportInputs inputs, Path page, long before, double seconds, Instant begun) {
        ObjectNode json =
                Json.object().put("ledger", LedgerLocation.withoutPassword(url)).put("report", page.toString());
        json.set("hypotheses", Outcomes.rows(view));
        json.set("savings", savings(ReportTable.account(view, inputs)));
        json.put("decided_before", before);
        json.put("seconds", seconds);
        int width = Width.ofTerminal().columns();
        StringBuilder text =
                new StringBuilder(ReportTable.hypotheses(view, width).toString());
        text.append('\n').append(ReportTable.savings(view, inputs, width));
        if (before > 0) {
            text.append(Plurals.of(before, "change"))
                    .append(before == 1 ? " was" : " were")
                    .append(" decided before and not tried again.\n");
        }
        text.append("report: ").append(page).append('\n').append(NextSteps.text(view, url, begun));
        return Answer.of(json, text.toString());
    }

    /** The promoted ones are {@code captured} too, their name of before. */
    private static ObjectNode savings(SavingsAccount account) {
        ObjectNode json = Json.object();
        for (Stage stage : List.of(Stage.VERIFIED, Stage.PROMOTED)) {
            SavingsAccount.Total total = account.total(stage);
            json.set(
                    stage.name().toLowerCase(Locale.ROOT),
                    Json.object()
                            .put("changes", total.changes())
                            .put("accelerator_hours_per_week", total.expectedHours())
                            .put("at_least_hours_per_week", total.lowHours())
                            .put("money_per_week", total.expectedMoney()));
        }
        json.set("captured", json.get("promoted").deepCopy());
        return json;
    }
}
