package dev.amdahl.core.testing.crash;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.testing.crash.CrashMatrix.Case;
import dev.amdahl.core.testing.crash.CrashMatrix.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Every fail point at its first hit, and at a later one with another inside the recovery from it, and trials whose folders are gone; two
 * children at a time.
 */
public final class CrashSuite {
    private static final int AT_ONCE = 2;
    /** A smaller sample than one case in so many starts too few children for an archive of classes to save time. */
    private static final int MIN_SHARE = 10;

    /** What only a real process on this machine passes. */
    private static final Set<FailPoint> OF_PROCESSES = EnumSet.of(
            FailPoint.EVIDENCE_RUNNING,
            FailPoint.RUN_ID_COMMITTED,
            FailPoint.RUN_ENDED,
            FailPoint.RESULT_FILE_WRITTEN,
            FailPoint.RESULT_COMMITTED,
            FailPoint.COMPARED,
            FailPoint.COMPARISON_COMMITTED);

    /** What no cycle of these worlds passes; other tests halt or throw there. */
    public static final Set<FailPoint> NOT_IN_THESE_WORLDS = EnumSet.of(FailPoint.CALL_RESERVED);

    private CrashSuite() {}

    /**
     * How it went.
     *
     * @param outcomes one for each case
     * @param neverHalted points at which no child was halted
     * @param children how many children were started
     */
    public record Result(List<Outcome> outcomes, Set<FailPoint> neverHalted, int children) {}

    /** All of it, in both worlds. */
    public static Result run(Path folder, String classPath) throws InterruptedException {
        Children children = new Children(ClassArchive.options(folder.resolve("classes"), classPath));
        CrashMatrix files = new CrashMatrix(CrashJobs.FILES, folder.resolve("files"), children);
        CrashMatrix processes = new CrashMatrix(CrashJobs.PROCESSES, folder.resolve("processes"), children);
        return play(cases(files, processes), 1);
    }

    /** Every so manieth case, in the world of files alone. */
    public static Result sample(Path folder, String classPath, int share) throws InterruptedException {
        Children children = share < MIN_SHARE
                ? new Children(ClassArchive.options(folder.resolve("classes"), classPath))
                : new Children(classPath);
        CrashMatrix files = new CrashMatrix(CrashJobs.FILES, folder.resolve("files"), children);
        return play(cases(files, files), share);
    }

    private record Play(CrashMatrix matrix, Case of) {}

    private static List<Play> cases(CrashMatrix files, CrashMatrix processes) {
        List<Play> cases = new ArrayList<>(List.of(new Play(files, files.losing())));
        for (FailPoint point : FailPoint.values()) {
            CrashMatrix matrix = OF_PROCESSES.contains(point) ? processes : files;
            if (matrix.passed().contains(point)) {
                cases.add(new Play(matrix, matrix.first(point)));
                cases.add(new Play(matrix, matrix.again(point, inRecovery(point))));
            }
        }
        for (FailPoint recovery :
                List.of(FailPoint.RECOVERY_STARTED, FailPoint.RUN_LOOKED_UP, FailPoint.RECOVERY_COMMITTED)) {
            for (FailPoint point : List.of(
                    FailPoint.RUN_INTENT_COMMITTED,
                    FailPoint.REQUEST_SENT,
                    FailPoint.REQUEST_ACCEPTED,
                    FailPoint.RUN_ID_RECEIVED)) {
                cases.add(new Play(files, files.again(point, recovery)));
            }
        }
        return cases.stream().distinct().toList();
    }

    private static Result play(List<Play> cases, int share) throws InterruptedException {
        List<Callable<Outcome>> plays = new ArrayList<>();
        for (int i = 0; i < cases.size(); i += share) {
            Play chosen = cases.get(i);
            int number = i;
            plays.add(() -> chosen.matrix().play(chosen.of(), number));
        }
        return result(play(plays));
    }

    /** What a recovery from there passes in any case. */
    private static FailPoint inRecovery(FailPoint point) {
        return switch (point) {
            case RUN_INTENT_COMMITTED, REQUEST_SENT, REQUEST_ACCEPTED, RUN_ID_RECEIVED -> FailPoint.RUN_LOOKED_UP;
            case LEASE_TAKEN, FLEET_READ, RUN_PLANNED, MIGRATION_APPLIED -> point;
            default -> FailPoint.LEASE_TAKEN;
        };
    }

    private static List<Outcome> play(List<Callable<Outcome>> plays) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> played : threads.invokeAll(plays)) {
                outcomes.add(played.get());
            }
            return outcomes;
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Result result(List<Outcome> outcomes) {
        Set<FailPoint> never = EnumSet.allOf(FailPoint.class);
        int children = 0;
        for (Outcome outcome : outcomes) {
            List<String> plans = outcome.played().plans();
            children += plans.size();
            if (outcome.halts() == plans.size()) {
                plans.forEach(plan -> never.remove(FailPoint.valueOf(plan.substring(0, plan.indexOf(':')))));
            }
        }
        return new Result(outcomes, never, children);
    }
}
