package dev.amdahl.examples.cli;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.SelfCommand;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What stands below the table of a run: what it tried again, and why; what waits for a person, and how to answer. */
final class NextSteps {
    private static final int MAX = 10;

    private NextSteps() {}

    /** Of a run that began then, on that ledger. */
    static String text(LedgerView view, String url, Instant begun) {
        List<Dossier> again = view.dossiers().stream()
                .filter(dossier ->
                        dossier.reopens().isPresent() && !dossier.proposedAt().isBefore(begun))
                .toList();
        List<Dossier> waiting = view.live().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
        return lines(
                        again,
                        dossier -> "tried again: " + named(dossier) + ", because "
                                + Table.clean(dossier.reopens().orElse("")) + "\n")
                + lines(
                        waiting,
                        dossier -> "waits for a person: " + named(dossier) + "\n  " + SelfCommand.approval(dossier, url)
                                + "\n")
                + (waiting.isEmpty()
                        ? ""
                        : "or on a page: " + SelfCommand.call() + " serve " + SelfCommand.ledgerOption(url) + "\n");
    }

    /**
     * Returns which jobs of a file offer nothing that could be tried, and what to add; a model may change code where its source is named.
     *
     * @param isOffered whether somebody offered a change of a job beside the ledger
     */
    static Optional<String> nothingToTry(
            List<JobSpec> jobs, boolean isModelAsked, Predicate<JobSpec> isOffered, Path file) {
        List<String> families = jobs.stream()
                .filter(job -> job.levers().isEmpty()
                        && job.contributions().isEmpty()
                        && !(isModelAsked && job.source().isPresent())
                        && !isOffered.test(job))
                .map(job -> Table.clean(job.family()))
                .toList();
        int hidden = families.size() - MAX;
        return families.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", families.subList(0, Math.min(MAX, families.size())))
                        + (hidden > 0 ? " and " + Plurals.of(hidden, "other job") : "")
                        + (families.size() == 1 ? " declares" : " declare")
                        + " no lever and no hypothesis, so there is nothing to try; add levers: or hypotheses: in "
                        + file);
    }

    private static String lines(List<Dossier> all, Function<Dossier, String> line) {
        StringBuilder out = new StringBuilder();
        all.stream().limit(MAX).map(line).forEach(out::append);
        return out.append(all.size() > MAX ? "and " + (all.size() - MAX) + " more\n" : "")
                .toString();
    }

    private static String named(Dossier dossier) {
        return Table.clean(
                dossier.hypothesis().family() + ": " + dossier.hypothesis().title());
    }
}
