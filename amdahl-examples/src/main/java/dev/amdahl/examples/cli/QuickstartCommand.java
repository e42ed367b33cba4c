package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.report.ReportInputs;
import dev.amdahl.core.report.ReportTable;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.core.stats.EvidencePolicy;
import dev.amdahl.examples.fleet.FleetJobs;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code quickstart}: the whole loop on a fleet of real jobs with planted causes, on this machine. */
@Command(
        name = "quickstart",
        description = "Watch the whole loop on a small fleet of real jobs; about four minutes on two cores.")
final class QuickstartCommand extends CliCommand {
    static final LoopPolicy POLICY = LoopPolicy.DEFAULT.toBuilder()
            .evidence(EvidencePolicy.QUICKSTART)
            .unsignedAllowed(true)
            .build();

    @Option(names = "--dir", paramLabel = "DIR", description = "Folder; default ${DEFAULT-VALUE}.")
    private Path directory = Path.of(".amdahl-quickstart");

    @Override
    Answer answer() throws Exception {
        Clock clock = Clock.systemUTC();
        Instant start = clock.instant();
        Path folder = Files.createDirectories(directory.toAbsolutePath().normalize());
        String url =
                Optional.ofNullable(ledger()).orElse(folder.resolve("ledger").toString());
        try (Ledger ledger = Ledger.open(url, clock)) {
            JobsFile jobs = JobsFile.read(FleetJobs.writeJobsFile(folder));
            long before = ledger.view().dossiers().stream()
                    .filter(LineProgress::isSettled)
                    .count();
            run(ledger, jobs, folder, clock);
            ReportInputs inputs =
                    ReportInputs.builder().jobs(jobs.jobs()).at(clock.instant()).build();
            double seconds = Duration.between(start, clock.instant()).toMillis() / 1e3;
            return answer(ledger.view(), url, jobs, inputs, before, seconds);
        }
    }

    private void run(Ledger ledger, JobsFile jobs, Path folder, Clock clock) throws IOException, InterruptedException {
        LoopRun.Setup setup = new LoopRun.Setup(
                jobs.jobs(), "local", POLICY, Budget.UNLIMITED, Optional.empty(), folder.resolve("work"), seed());
        try (Progress progress = BarProgress.isTerminal() && !isJson()
                ? new BarProgress("quickstart")
                : new LineProgress(remarks(), clock)) {
            LoopRun.over(ledger, setup, clock).untilIdle(Integer.MAX_VALUE, progress);
        }
    }

    private static Answer answer(
            LedgerView view, String url, JobsFile jobs, ReportInputs inputs, long before, double seconds) {
        ObjectNode json = Json.object().put("ledger", url).put("report", "");
        json.set("hypotheses", Outcomes.rows(view));
        json.set("savings", Savings.json(view, jobs.jobs()));
        json.put("decided_before", before);
        json.put("seconds", seconds);
        StringBuilder text = new StringBuilder(ReportTable.hypotheses(view).toString());
        text.append('\n').append(ReportTable.savings(view, inputs));
        if (before > 0) {
            text.append(before).append(" changes were decided before and were not tried again.\n");
        }
        view.dossiers().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .map(dossier -> approval(dossier, url))
                .forEach(text::append);
        return Answer.of(json, text.toString());
    }

    private static String approval(Dossier dossier, String url) {
        return "To approve '" + dossier.hypothesis().title() + "': review approve " + dossier.id() + " --ledger " + url
                + " --by NAME --reason TEXT\n";
    }
}
