package dev.amdahl.core.testing.crash;

import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.testing.invariants.Violation;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Kills the real loop, with real processes as trials, at random moments: in one world after another, until each has come to its end.
 * Every fifth kill comes while the process is starting, every third takes all that it had started with it. Not thread-safe.
 */
public final class KillRun {
    private static final int KILLS_PER_WORLD = 10;
    private static final int AT_ONCE = 2;
    /** From so many kills on, an archive of classes saves more time than it takes. */
    private static final int MANY = 20;

    private static final int MAX_IN_VAIN = 40;
    /** Milliseconds. */
    private static final int MAX_LIFE = 20_000;

    private final Path folder;
    private final Children children;
    private final SplittableRandom random;
    private int longestLife;
    private final Map<Fingerprint, HypothesisState> undisturbed;
    private int kills;
    private int acknowledged;
    private int worlds;
    private final List<Violation> violations = new ArrayList<>();

    /** @param longestLife milliseconds after which a child is killed at the latest */
    private KillRun(
            Path folder,
            Children children,
            SplittableRandom random,
            int longestLife,
            Map<Fingerprint, HypothesisState> undisturbed) {
        this.folder = folder;
        this.children = children;
        this.random = random;
        this.longestLife = longestLife;
        this.undisturbed = Map.copyOf(undisturbed);
    }

    /** How it went. */
    public record Result(List<Violation> violations, int kills, int acknowledged) {}

    /** Kills that often, two loops at a time. */
    public static Result run(Path folder, String classPath, SplittableRandom random, int kills)
            throws InterruptedException {
        Children children = kills < MANY
                ? new Children(classPath)
                : new Children(ClassArchive.options(folder.resolve("classes"), classPath));
        Clock clock = Clock.systemUTC();
        Instant begin = clock.instant();
        Map<Fingerprint, HypothesisState> ends = undisturbed(folder.resolve("undisturbed"));
        int life = (int) Math.max(600, Duration.between(begin, clock.instant()).toMillis() / 6);
        List<KillRun> runs = new ArrayList<>();
        List<Callable<List<Violation>>> halves = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            KillRun run = new KillRun(folder.resolve("loop-" + i), children, random.split(), life, ends);
            runs.add(run);
            halves.add(() -> run.kill((kills + AT_ONCE - 1) / AT_ONCE));
        }
        List<Violation> found = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Future<List<Violation>> half : threads.invokeAll(halves)) {
                found.addAll(half.get());
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return new Result(
                found,
                runs.stream().mapToInt(run -> run.kills).sum(),
                runs.stream().mapToInt(run -> run.acknowledged).sum());
    }

    /** How the changes end where nobody is killed. */
    private static Map<Fingerprint, HypothesisState> undisturbed(Path folder) {
        CrashWorld world = make(folder);
        world.finish();
        Map<Fingerprint, HypothesisState> ends = Autopsy.ends(world);
        Children.delete(folder);
        return ends;
    }

    /**
     * Kills that often, and lets every world come to rest; what did not hold. Lives become longer after a world in which nothing was
     * acknowledged: the machine has become slower.
     */
    private List<Violation> kill(int times) {
        while (kills < times || (acknowledged == 0 && kills < times + MAX_IN_VAIN)) {
            CrashWorld world = make(folder.resolve("world-" + worlds++));
            List<List<Recorded>> atDeath = new ArrayList<>();
            for (int i = 0; i < KILLS_PER_WORLD && (i == 0 || kills < times); i++) {
                if (!killOnce(world)) {
                    break;
                }
                kills++;
                atDeath.add(world.events());
            }
            List<Violation> found = Autopsy.of(world, atDeath, undisturbed);
            acknowledged += world.acknowledged().size();
            if (world.acknowledged().isEmpty() && longestLife < MAX_LIFE) {
                longestLife *= 2;
            }
            violations.addAll(found);
            if (found.isEmpty()) {
                Children.delete(world.folder());
            }
        }
        return List.copyOf(violations);
    }

    /** Whether it was killed before it came to its end. */
    private boolean killOnce(CrashWorld world) {
        Process child = children.start(world, "");
        boolean isEarly = kills % 5 == 4;
        try {
            long life = random.nextInt(isEarly ? longestLife / 3 : longestLife);
            if (child.waitFor(isEarly ? life : life + longestLife / 3, TimeUnit.MILLISECONDS)) {
                if (child.exitValue() != 0) {
                    throw new AssertionError("a child ended with " + child.exitValue() + ": " + Children.log(world));
                }
                return false;
            }
            child.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        if (kills % 3 == 2) {
            Children.killAllOf(world);
        }
        return true;
    }

    private static CrashWorld make(Path place) {
        try {
            return new CrashWorld(Files.createDirectories(place), CrashJobs.PROCESSES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
