package dev.amdahl.core.report;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Timeline;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The report of a ledger: one self-contained page, and a picture for each job whose timeline is known. Not thread-safe. */
public final class Report {
    private final LedgerView view;
    private final ReportInputs.Builder inputs = ReportInputs.builder();

    private Report(LedgerView view) {
        this.view = view;
    }

    /** Creates a report of what the ledger holds. */
    public static Report of(LedgerView view) {
        return new Report(requireNonNull(view, "view"));
    }

    /** Sets the declarations of the jobs, which give their price and how often they run. */
    public Report jobs(Collection<JobSpec> jobs) {
        inputs.jobs(jobs);
        return this;
    }

    /** Sets the heading. */
    public Report title(String title) {
        inputs.title(title);
        return this;
    }

    /** Sets notes for the end of the page. */
    public Report notes(List<String> notes) {
        inputs.notes(notes);
        return this;
    }

    /** Sets the function that finds the newest timeline of a job family. It is called at most once for each family. */
    public Report timelines(Function<String, Optional<Timeline>> byFamily) {
        inputs.timelines(byFamily);
        return this;
    }

    /**
     * Writes {@code report.html} and {@code pictures/*.svg} into a folder, which is created if it does not exist. Each file appears whole
     * or not at all, and replaces an older one.
     *
     * @return the page
     * @throws dev.amdahl.spi.AmdahlException USER if the folder cannot be written
     */
    public Path write(Path folder) {
        return HtmlReport.write(view, inputs.build(), folder).report();
    }
}
