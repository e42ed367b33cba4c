package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.SelfCommand;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Writes the report of a ledger with the timelines that its evidence runs left. */
final class ReportPage {
    private ReportPage() {}

    /** Returns what the report is told beside the ledger, whose events are read once more for the accounts. */
    static ReportInputs inputs(
            LedgerView view, Plugins plugins, String url, List<JobSpec> jobs, Path directory, Clock clock, long seed)
            throws IOException {
        LedgerLocation location = LedgerLocation.of(url);
        Optional<Passage> passage = Optional.empty();
        if (location.isOnServer() || location.database().isPresent()) {
            passage = Optional.of(new Passage());
            LedgerReader.forEach(url, passage.get());
        }
        return inputs(view, plugins, passage, url, jobs, directory, clock, seed).build();
    }

    /** Returns the same where the events have passed already. */
    static ReportInputs.Builder inputs(
            LedgerView view,
            Plugins plugins,
            Optional<Passage> passage,
            String url,
            List<JobSpec> jobs,
            Path directory,
            Clock clock,
            long seed)
            throws IOException {
        EvidenceTimelines timelines = EvidenceTimelines.of(view, plugins, directory, clock, seed);
        ReportInputs.Builder inputs = ReportInputs.builder();
        passage.ifPresent(seen -> inputs.accounts(Accounts.of(view, jobs, seen, Rates.DEFAULT)));
        return inputs.jobs(jobs)
                .timelines(timelines::newest)
                .approval(id -> SelfCommand.approval(view.dossier(id).orElseThrow(), url))
                .at(clock.instant());
    }

    static HtmlReport write(LedgerView view, ReportInputs inputs, Path folder) {
        return HtmlReport.write(view, inputs, folder.toAbsolutePath().normalize());
    }

    static ObjectNode json(HtmlReport report) {
        ObjectNode json = Json.object().put("report", report.report().toString());
        json.set(
                "pictures",
                Json.texts(report.pictures().stream().map(Path::toString).toList()));
        return json;
    }
}
