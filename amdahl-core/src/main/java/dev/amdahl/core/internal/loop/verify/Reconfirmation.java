package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.advice.Surfaces;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.internal.loop.dispatch.Requests;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Wins that wait for review were measured against the incumbent of their time. When it changes, each is confirmed once more on the new
 * one, with what its first set showed; one that sets the same thing as a promoted change was compared with what is gone, and ends.
 */
final class Reconfirmation {
    private final Cycle cycle;

    Reconfirmation(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Returns whether a win was shown on another incumbent than the present one. */
    boolean isOutdated(Dossier win) {
        List<Fingerprint> now = new Incumbents(cycle.view()).of(win.hypothesis().family());
        return win.experiment()
                .filter(experiment -> !experiment.incumbent().equals(now))
                .isPresent();
    }

    /** Returns what becomes of the wins in review beside one that is promoted by these entries. */
    List<Entry> of(Dossier promoted) {
        String family = promoted.hypothesis().family();
        List<Fingerprint> incumbent = new ArrayList<>(new Incumbents(cycle.view()).of(family));
        incumbent.remove(promoted.hypothesis().fingerprint());
        incumbent.add(promoted.hypothesis().fingerprint());
        List<Entry> entries = new ArrayList<>();
        for (Dossier sibling : cycle.inState(HypothesisState.IN_REVIEW)) {
            boolean isSame = sibling.hypothesis().family().equals(family);
            if (isSame && !sibling.id().equals(promoted.id())) {
                entries.addAll(moved(sibling, incumbent));
            }
        }
        return entries;
    }

    /** Returns a win in review whose incumbent is gone is confirmed again. */
    List<Entry> reopen(Dossier win) {
        return moved(win, new Incumbents(cycle.view()).of(win.hypothesis().family()));
    }

    private List<Entry> moved(Dossier win, List<Fingerprint> incumbent) {
        Experiment experiment = win.experiment().orElseThrow();
        Optional<String> conflict = conflict(win, incumbent);
        if (conflict.isPresent()) {
            return List.of(stale(win, conflict.get()));
        }
        try {
            Requests requests = new Requests(cycle.setup(), cycle.view());
            Incumbents incumbents = new Incumbents(cycle.view());
            Optional<JobSpec> job = cycle.job(win);
            List<Change> changes = incumbents.changes(incumbent);
            List<Change> changed = incumbents.changed(incumbent, win.hypothesis());
            boolean builds = changed.stream().anyMatch(Change::needsBuild)
                    || changes.stream().anyMatch(Change::needsBuild)
                    || experiment.baselineDirectory().isPresent();
            boolean isVouchedFor = Patches.isVouchedFor(win.hypothesis());
            Optional<Path> baseline = job.flatMap(spec -> requests.tree(spec, changes, builds, isVouchedFor));
            Optional<Path> variant = job.flatMap(spec -> requests.tree(spec, changed, builds, isVouchedFor));
            return List.of(
                    new Entry.SetOpened(
                            win.id(),
                            experiment.set() + 1,
                            Math.max(1, experiment.confirmationTrials()),
                            incumbent,
                            baseline,
                            variant,
                            Optional.empty()),
                    new Entry.Moved(win.id(), HypothesisState.CONFIRMING, "confirming on the new incumbent"));
        } catch (BuildFailedException failed) {
            return List.of(stale(win, "does not build on the new incumbent: " + failed.getMessage()));
        }
    }

    private Entry stale(Dossier win, String reason) {
        String measured = VerdictText.measured(win);
        return new Entry.Decided(cycle.verdict(win, HypothesisState.STALE, measured, reason));
    }

    /** Returns a change that the win was not measured beside and that sets the same thing, or that it leaves out although it is gone. */
    private Optional<String> conflict(Dossier win, List<Fingerprint> incumbent) {
        List<Hypothesis> effective = new Incumbents(cycle.view()).inEffect(incumbent);
        Optional<Fingerprint> removed = Incumbents.removed(win.hypothesis());
        if (removed.isPresent()) {
            boolean isThere = effective.stream().map(Hypothesis::fingerprint).anyMatch(removed.get()::equals);
            return isThere ? Optional.empty() : Optional.of("the change that it leaves out is no longer promoted");
        }
        List<Fingerprint> before = win.experiment().orElseThrow().incumbent();
        return effective.stream()
                .filter(other -> !before.contains(other.fingerprint()))
                .filter(other ->
                        Surfaces.overlap(other.change(), win.hypothesis().change()))
                .findFirst()
                .map(other -> "conflicts with the promoted " + other.id() + ": both set "
                        + String.join(", ", win.hypothesis().change().surface())
                        + ", and it was compared with what that has replaced");
    }
}
