package dev.amdahl.core.internal.refine.kernel;

import com.google.common.primitives.Doubles;
import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * A candidate and the baseline side by side, each in its own process: checked, timed in pairs in random order, checked again. Used once;
 * not thread-safe.
 */
final class PairedBenchmark {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int MIN_TOUCHES = 3;
    private static final int TOUCHES = 40;
    private static final int SIZE_VARIES_BY = 16;
    /** Below this part of the time that touching the data takes, a kernel cannot have done its work. */
    private static final double MIN_OF_TOUCH = .5;

    private static final double MAX_OUTSIDE = .25;
    private static final double SPARE_SECONDS = .003;

    private final KernelTask task;
    private final Toolchain toolchain;
    private final CandidateSandbox enclosure;
    private final VerificationSettings effort;
    private final RandomGenerator random;
    private final float[] pool;
    private final List<Path> files = new ArrayList<>();
    private final List<Double> ofBaseline = new ArrayList<>();
    private final List<Double> ofCandidate = new ArrayList<>();
    private double touch = Double.POSITIVE_INFINITY;
    private double inside;

    PairedBenchmark(
            KernelTask task,
            Toolchain toolchain,
            CandidateSandbox enclosure,
            VerificationSettings effort,
            RandomGenerator random) {
        this.task = task;
        this.toolchain = toolchain;
        this.enclosure = enclosure;
        this.effort = effort;
        this.random = random;
        pool = new float[Math.max(64, task.shape().a().applyAsInt(task.timedSize()))];
        for (int i = 0; i < pool.length; i++) {
            pool[i] = Values.uniform(random);
        }
    }

    /** Returns what comes of it, for the folders of what was built. */
    Finding finding(Path candidate, Path baseline) throws IOException, CandidateRejectedException {
        try (RunningKernel kernel = start(candidate);
                RunningKernel known = start(baseline)) {
            CorrectnessCheck examination = new CorrectnessCheck(task, kernel, pool, random);
            examination.check(effort.hiddenCases());
            CorrectnessCheck ofKnown = new CorrectnessCheck(task, known, pool, random);
            time(kernel, examination, ofKnown);
            examination.checkAgain();
            requirePlausible(examination, ofKnown);
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        return judged();
    }

    private void time(RunningKernel kernel, CorrectnessCheck candidate, CorrectnessCheck baseline)
            throws CandidateRejectedException {
        for (int i = 0; i < toolchain.warmUps(); i++) {
            KernelCase asked = nextCase();
            candidate.timed(asked);
            ofBaseline(baseline, asked);
            baseline.touched(asked);
        }
        kernel.settle();
        OptionalLong before = kernel.processorNanos();
        for (int pair = 0; pair < effort.pairs(); pair++) {
            time(candidate, baseline);
        }
        candidate.requireIdle();
        kernel.settle();
        OptionalLong after = kernel.processorNanos();
        if (!toolchain.copiesBuffers() && before.isPresent() && after.isPresent()) {
            requireInside((after.getAsLong() - before.getAsLong()) * 1e-9);
        }
    }

    /** One pair: the quicker of a few calls for each, every one on other values and checked, so that one interruption spoils none. */
    private void time(CorrectnessCheck candidate, CorrectnessCheck baseline) throws CandidateRejectedException {
        int n = nextSize();
        double quickest = Double.POSITIVE_INFINITY;
        double quickestKnown = Double.POSITIVE_INFINITY;
        boolean isCandidateFirst = random.nextBoolean();
        for (int call = 0; call < effort.calls(); call++) {
            KernelCase asked = KernelCase.draw(task, pool, n, random);
            double known = isCandidateFirst ? 0 : ofBaseline(baseline, asked);
            double seconds = candidate.timed(asked);
            inside += seconds;
            known = isCandidateFirst ? ofBaseline(baseline, asked) : known;
            quickest = Math.min(quickest, seconds);
            quickestKnown = Math.min(quickestKnown, known);
        }
        ofCandidate.add(quickest);
        ofBaseline.add(quickestKnown);
    }

    /** Both are timed side by side until the suspicion goes away: on a busy machine a single look is slow for either. */
    private void requirePlausible(CorrectnessCheck candidate, CorrectnessCheck baseline)
            throws CandidateRejectedException {
        double seconds = Double.POSITIVE_INFINITY;
        for (int look = 0; look < TOUCHES; look++) {
            KernelCase asked = nextCase();
            touch = Math.min(touch, baseline.touched(asked));
            seconds = Math.min(seconds, candidate.timed(asked));
            if (look >= MIN_TOUCHES && seconds >= MIN_OF_TOUCH * touch) {
                return;
            }
        }
        throw CandidateRejectedException.hack(
                Hack.IMPLAUSIBLE,
                String.format(
                        Locale.ROOT,
                        "%.6f s, while reading the inputs and writing the output once takes %.6f s",
                        seconds,
                        touch));
    }

    /** A process that waits uses no processor: what it used beyond the time of its calls it used before or after them. */
    private void requireInside(double processorSeconds) throws CandidateRejectedException {
        if (processorSeconds > inside * (1 + MAX_OUTSIDE) + SPARE_SECONDS) {
            throw CandidateRejectedException.hack(
                    Hack.WORK_OUTSIDE_CLOCK,
                    String.format(
                            Locale.ROOT,
                            "the process used %.4f s of processor time, its calls took %.4f s",
                            processorSeconds,
                            inside));
        }
    }

    private double ofBaseline(CorrectnessCheck baseline, KernelCase asked) {
        try {
            return baseline.timed(asked);
        } catch (CandidateRejectedException wrong) {
            throw new AmdahlException(
                    ErrorCategory.INTERNAL, "the baseline of " + task.name() + " failed: " + wrong.getMessage(), wrong);
        }
    }

    private KernelCase nextCase() {
        return KernelCase.draw(task, pool, nextSize(), random);
    }

    private int nextSize() {
        return task.timedSize() - random.nextInt(task.timedSize() / SIZE_VARIES_BY + 1);
    }

    private RunningKernel start(Path folder) throws IOException, CandidateRejectedException {
        Path beside = Files.isWritable(MEMORY) ? MEMORY : folder.getParent();
        Path shared = Files.createTempDirectory(beside, "amdahl-arena");
        Path errors = Files.createTempFile("amdahl-kernel", ".log");
        SharedBuffers arena = new SharedBuffers(shared.resolve("arena"), task);
        files.addAll(List.of(arena.file(), shared, errors));
        Process process = enclosure.start(
                toolchain.serve(folder, arena.file(), effort.callLimit()),
                folder,
                Optional.of(arena.file()),
                errors.toFile());
        return RunningKernel.of(toolchain, process, arena, errors, effort.callLimit(), random);
    }

    private Finding judged() {
        Speedup speedup = PairedTimes.speedup(Doubles.toArray(ofBaseline), Doubles.toArray(ofCandidate));
        boolean isFaster = speedup.p() <= effort.alpha() && speedup.lower() > effort.least();
        String text = String.format(
                Locale.ROOT,
                "correct; %.2f times as fast as the baseline (95 %%: %.2f to %.2f, %d pairs, p = %.2g); %.3f ms against %.3f ms;"
                        + " touching the data takes %.3f ms",
                speedup.ratio(),
                speedup.lower(),
                speedup.upper(),
                speedup.pairs(),
                speedup.p(),
                1e3 * speedup.candidateSeconds(),
                1e3 * speedup.baselineSeconds(),
                1e3 * touch);
        return Finding.measured(isFaster ? Stage.FASTER : Stage.CORRECT, speedup, text);
    }
}
