package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a change goes through before its experiment is designed. Of a patch that nobody answers for the ledger keeps how long each stage took
 * and where it left. Not thread-safe.
 */
final class Sieve {
    private final Cycle cycle;
    private final JobSpec job;
    private final Dossier dossier;
    private final List<Entry> passed = new ArrayList<>();
    private Optional<Stage> at = Optional.empty();
    private Instant since;

    Sieve(Cycle cycle, JobSpec job, Dossier dossier) {
        this.cycle = cycle;
        this.job = job;
        this.dossier = dossier;
        since = cycle.setup().clock().instant();
    }

    /** Looks whether a patch that nobody answers for is taken and applies, before anything is built for it. */
    void check() {
        if (isWatched() && job.source().isPresent() && cycle.setup().builder().isPresent()) {
            SourceTree source = job.source().get();
            PatchChange patch = (PatchChange) dossier.hypothesis().change();
            through(Stage.CHECK, () -> cycle.setup().builder().get().contentAfter(source, patch));
        }
    }

    /** Runs the job's tests on it, beside the promoted changes. */
    void test(List<Change> changed) {
        boolean isTested =
                job.source().filter(source -> !source.tests().isEmpty()).isPresent();
        if (isWatched() && isTested) {
            through(Stage.TESTS, () -> tested(cycle.setup().builder().orElseThrow(), changed));
        }
    }

    private Workbench.End tested(Builder builder, List<Change> changed) {
        Optional<Workbench> place = place(builder);
        if (place.isEmpty()) {
            return Workbench.End.NOT_DECLARED;
        }
        try (Workbench bench = place.get()) {
            for (Change change : changed) {
                if (change instanceof PatchChange patch) {
                    Workbench.Answer applied = bench.apply(patch.diff());
                    if (!applied.isDone()) {
                        throw new BuildFailedException(
                                "the patch does not apply where its tests run: " + applied.text());
                    }
                }
            }
            Workbench.Run run = bench.test();
            requirePassed(run);
            return run.end();
        }
    }

    private Optional<Workbench> place(Builder builder) {
        String why = "the builder has no place for it";
        try {
            Optional<Workbench> place = builder.workbench(job);
            if (place.isPresent()) {
                return place;
            }
        } catch (UnavailableException none) {
            why = String.valueOf(none.getMessage());
        }
        cycle.note(job.family() + ": its tests are not run: " + why);
        return Optional.empty();
    }

    private void requirePassed(Workbench.Run run) {
        String tests = "tests " + job.source().orElseThrow().tests();
        switch (run.end()) {
            case PASSED, NOT_DECLARED -> {}
            case FAILED_BEFORE ->
                cycle.note(
                        job.family() + ": its " + tests + " fail without any change too, which no patch is blamed for");
            case FAILED ->
                throw new BuildFailedException(tests + " ended with exit code " + run.exitCode() + ": " + run.output());
            case TIME_LIMIT -> throw new BuildFailedException(tests + " reached their time limit: " + run.output());
            case RESOURCES ->
                throw new BuildFailedException(tests + " took too much memory, disk or processes: " + run.output());
            case NOT_BUILT -> throw new BuildFailedException(tests + " could not be built: " + run.output());
        }
    }

    /** Returns what a stage gives; what it throws says that the change leaves there. */
    <T> T through(Stage stage, Supplier<T> work) {
        at = Optional.of(stage);
        since = cycle.setup().clock().instant();
        T given = work.get();
        passed.add(sifted(stage, Optional.empty()));
        at = Optional.empty();
        return given;
    }

    /** Returns the stage that it is in, which is where it left if that has thrown; empty between two. */
    Optional<Stage> stage() {
        return at;
    }

    /** Returns what to record: the stages that it passed, and where it left for this reason. */
    List<Entry> entries(String reason) {
        List<Entry> entries = new ArrayList<>(passed);
        at.ifPresent(stage -> entries.add(sifted(stage, Optional.of(reason.isBlank() ? "no reason given" : reason))));
        return isWatched() ? entries : List.of();
    }

    private Entry sifted(Stage stage, Optional<String> left) {
        Duration took = Duration.between(since, cycle.setup().clock().instant());
        return new Entry.Sifted(dossier.id(), stage, left, Math.max(0, took.toMillis()) / 1000.0);
    }

    private boolean isWatched() {
        return !Patches.isVouchedFor(dossier.hypothesis());
    }
}
