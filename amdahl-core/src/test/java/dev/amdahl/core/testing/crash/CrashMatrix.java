package dev.amdahl.core.testing.crash;

import dev.amdahl.core.internal.crash.FailPlan;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.testing.invariants.Violation;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Halts children at fail points. One undisturbed run notes which points each of its cycles passes and keeps a copy of the world before
 * each; a case starts a child from such a copy, halts it at a point, perhaps halts the next child inside its recovery, and lets the
 * world come to rest. Cases may run on several threads.
 */
public final class CrashMatrix {
    private final CrashJobs jobs;
    private final Path folder;
    private final Children children;
    private final List<Map<FailPoint, Integer>> stages = new ArrayList<>();
    private final Map<Fingerprint, HypothesisState> undisturbed;

    /** Makes the undisturbed run. */
    CrashMatrix(CrashJobs jobs, Path folder, Children children) {
        this.jobs = jobs;
        this.folder = folder;
        this.children = children;
        CrashWorld world = new CrashWorld(make(folder.resolve("undisturbed")), jobs);
        try {
            if (jobs == CrashJobs.FILES) {
                Repository.create(world.folder().resolve("repository"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean isBusy = true;
        while (isBusy) {
            Children.copy(world.folder(), stage(stages.size()));
            Map<FailPoint, Integer> hits = new EnumMap<>(FailPoint.class);
            try (FailPoints.Installed installed = FailPoints.install(point -> hits.merge(point, 1, Integer::sum))) {
                isBusy = installed != null && world.step();
            }
            stages.add(hits);
        }
        undisturbed = Autopsy.ends(world);
    }

    /**
     * Where a child dies.
     *
     * @param jobs the world it lives in
     * @param stage the cycle of the undisturbed run before which it starts
     * @param plans what halts it, and what halts those that recover after it
     * @param losesTrials whether the folders of the trials that it had submitted are gone when it is dead
     */
    public record Case(CrashJobs jobs, int stage, List<String> plans, boolean losesTrials) {}

    /** How a case went. */
    public record Outcome(Case played, int halts, List<Violation> violations, String log) {}

    /** The points that the undisturbed run passed. */
    public Set<FailPoint> passed() {
        Set<FailPoint> passed = EnumSet.noneOf(FailPoint.class);
        stages.forEach(hits -> passed.addAll(hits.keySet()));
        return passed;
    }

    /** At the first hit of a point. */
    public Case first(FailPoint point) {
        return at(point, stagesOf(point).get(0), 1);
    }

    /**
     * At a later hit, of a cycle in the middle the last one, and once more while that is recovered; a point that is passed once has no
     * later hit.
     */
    public Case again(FailPoint point, FailPoint inRecovery) {
        List<Integer> of = stagesOf(point);
        int stage = of.get(of.size() / 2);
        int hit = stages.get(stage).getOrDefault(point, 1);
        return new Case(jobs, stage, List.of(point + ":halt:" + hit, inRecovery + ":halt:1"), false);
    }

    /** Once a trial is submitted, in a cycle in the middle; what was submitted is gone when it is dead. */
    public Case losing() {
        List<Integer> of = stagesOf(FailPoint.RUN_ID_COMMITTED);
        return new Case(jobs, of.get(of.size() / 2), List.of(FailPoint.RUN_ID_COMMITTED + ":halt:1"), true);
    }

    private List<Integer> stagesOf(FailPoint point) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).containsKey(point)) {
                found.add(i);
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(point + " was never passed");
        }
        return found;
    }

    private Case at(FailPoint point, int stage, int hit) {
        return new Case(jobs, stage, List.of(point + ":halt:" + hit), false);
    }

    /** Plays one case in a folder of its own, which is removed if all held. */
    public Outcome play(Case played, int number) {
        CrashWorld world = new CrashWorld(folder.resolve("case-" + number), jobs);
        Children.copy(stage(played.stage()), world.folder());
        List<List<Recorded>> atDeath = new ArrayList<>();
        int halts = 0;
        for (String plan : played.plans()) {
            int exit = children.run(world, plan);
            if (exit != 0 && exit != FailPlan.HALTED) {
                throw new AssertionError(played + " ended with " + exit + ": " + Children.log(world));
            }
            halts += exit == FailPlan.HALTED ? 1 : 0;
            atDeath.add(world.events());
            if (plan.startsWith(FailPoint.RUN_ID_COMMITTED.name())) {
                Children.killAllOf(world);
            }
            if (played.losesTrials()) {
                world.submitted().forEach(key -> Children.delete(jobs.trial(world.folder(), key)));
            }
        }
        List<Violation> violations = Autopsy.of(world, atDeath, undisturbed);
        String log = Children.log(world);
        if (violations.isEmpty()) {
            Children.delete(world.folder());
        }
        return new Outcome(played, halts, violations, log);
    }

    private Path stage(int number) {
        return folder.resolve("stage-" + number);
    }

    private static Path make(Path place) {
        try {
            return Files.createDirectories(place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
