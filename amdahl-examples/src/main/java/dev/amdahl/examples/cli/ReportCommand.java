package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FleetRuns;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.fleet.FleetOptions;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Override
    public Answer answer() throws IOException {
        String url = requireLedger();
        List<JobSpec> declared = JobsFile.declared(jobs);
        Clock clock = Clock.systemUTC();
        Optional<ReportInputs.Fleet> wasted =
                fleet.isGiven() ? Optional.of(fleet.wasted(this::plugins, clock, seed())) : Optional.empty();
        Passage passage = new Passage();
        LedgerView view = view(url, passage);
        try (WorkFolder work = WorkFolder.temporary()) {
            ReportInputs.Builder inputs =
                    ReportPage.inputs(view, plugins(), Optional.of(passage), url, declared, work.path(), clock, seed());
            wasted.ifPresent(inputs::fleet);
            fleet.source(this::plugins, clock, seed())
                    .map(source -> FleetRuns.read(view, source, clock.instant()))
                    .ifPresent(later ->
                            inputs.accounts(Accounts.of(view, declared, passage, Rates.DEFAULT, Optional.of(later))));
            HtmlReport report = Bar.during("writing the page", () -> HtmlReport.write(view, inputs.build(), out));
            ObjectNode json = ReportPage.json(report);
            json.set("planted_wins", Outcomes.planted(view));
            json.set("queued", queued(view));
            json.set("candidates", Outcomes.candidates(passage.gates()));
            int pictures = report.pictures().size();
            return Answer.of(
                    json,
                    report.report() + (pictures == 0 ? "" : "\n" + Plurals.of(pictures, "picture") + " of timelines"));
        }
    }

    /** The runs that wait for long in their scheduler's queue. */
    private static ArrayNode queued(LedgerView view) {
        return Json.array(
                view.queued(),
                run -> Json.object()
                        .put("run", run.plan().key())
                        .put("family", run.plan().family())
                        .put("hypothesis", run.plan().hypothesis())
                        .put("note", run.note()));
    }

    private static LedgerView view(String url, Passage passage) {
        try (Bar bar = Bar.of("reading events", () -> LedgerReader.events(url))) {
            return LedgerReader.view(url, recorded -> {
                passage.accept(recorded);
                bar.at(recorded.event().seq());
            });
        }
    }
}
