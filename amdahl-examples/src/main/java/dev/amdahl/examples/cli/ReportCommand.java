package dev.amdahl.examples.cli;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.core.report.Report;
import dev.amdahl.core.report.ReportInputs;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report --out DIR}: the ledger as a page with pictures; opens no database, so it works while a loop runs. */
@Command(
        name = "report",
        description = "Write report.html and a picture of each job's timeline, also while a loop runs.",
        footer = "  amdahl report --ledger ./amdahl --out report")
final class ReportCommand extends CliCommand {
    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder to write into.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(names = "--jobs", paramLabel = "FILE", description = "The jobs file, for prices and runs per week.")
    private @Nullable Path jobs;

    @Override
    public Answer answer() throws IOException {
        String url = requireLedger();
        List<JobSpec> declared = jobs == null ? List.of() : JobsFile.read(jobs).jobs();
        LedgerView view = LedgerReader.view(url);
        try (WorkFolder work = WorkFolder.temporary()) {
            ReportInputs inputs = ReportPage.inputs(view, url, declared, work.path(), Clock.systemUTC(), seed());
            Report report = ReportPage.write(view, inputs, out);
            return Answer.of(
                    ReportPage.json(report),
                    report.report() + "\n" + report.pictures().size() + " pictures of timelines");
        }
    }
}
