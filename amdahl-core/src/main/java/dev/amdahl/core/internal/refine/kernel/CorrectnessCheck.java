package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Hack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * Asks a running kernel for results and rejects what is wrong, with what the mistake looks like. Not thread-safe.
 */
final class CorrectnessCheck {
    private static final int[] SIZES = {0, 1, 2, 3, 5, 8, 16, 17, 31, 33};
    private static final int FRESH = 4;
    /** To write an answer and go to sleep. */
    private static final double SPARE_SECONDS = 2e-4;
    /** Calls that a host which was taken away for a moment may spoil. */
    private static final int MIN_OVERWORKED = 2;

    private static final double MAX_OVERWORKED = .2;

    private final KernelTask task;
    private final RunningKernel kernel;
    private final RandomGenerator random;
    private final float[] pool;
    private final List<KernelCase> earlier = new ArrayList<>();
    private int accountedCalls;
    private int overworkedCalls;

    /** @param pool values that large cases are drawn from */
    CorrectnessCheck(KernelTask task, RunningKernel kernel, float[] pool, RandomGenerator random) {
        this.task = task;
        this.kernel = kernel;
        this.pool = pool;
        this.random = random;
    }

    /** Before the clock: the shown case, a large one, two at one place, all edges, hidden ones, and one three times. */
    void check(int hiddenCases) throws CandidateRejectedException {
        require(ask(KernelCase.shown(task)));
        require(ask(KernelCase.draw(task, pool, task.timedSize(), random)));
        twiceAtOnePlace();
        Values[] kinds = Values.values();
        int drawn = random.nextInt(kinds.length);
        for (int n : SIZES) {
            require(ask(KernelCase.draw(task, kinds[drawn++ % kinds.length], n, random)));
        }
        for (int i = 0; i < hiddenCases; i++) {
            require(ask(KernelCase.draw(task, kinds[drawn++ % kinds.length], hiddenSize(), random)));
        }
        sameThreeTimes();
    }

    /** After the clock: fresh cases, and a large one. */
    void checkAgain() throws CandidateRejectedException {
        for (int i = 0; i < FRESH; i++) {
            requireAsBefore(ask(KernelCase.draw(task, Values.PLAIN, hiddenSize(), random)));
        }
        requireAsBefore(ask(KernelCase.draw(task, pool, task.timedSize(), random)));
        kernel.settle();
    }

    /** Runs once under the clock, checks the result, and gives the seconds. */
    double timed(KernelCase asked) throws CandidateRejectedException {
        OptionalLong before = kernel.nanosAsleep();
        Answer answer = ask(asked);
        requireAsBefore(answer);
        OptionalLong after = kernel.nanosAsleep();
        if (before.isPresent() && after.isPresent()) {
            accountedCalls++;
            overworkedCalls += (after.getAsLong() - before.getAsLong()) * 1e-9 > answer.seconds + SPARE_SECONDS ? 1 : 0;
        }
        return answer.seconds;
    }

    /** Whether it worked in its calls only: no load makes a call shorter than the processor time that it takes. */
    void requireIdle() throws CandidateRejectedException {
        if (overworkedCalls > MIN_OVERWORKED && overworkedCalls > MAX_OVERWORKED * accountedCalls) {
            throw CandidateRejectedException.hack(
                    Hack.WORK_OUTSIDE_CLOCK,
                    "in " + overworkedCalls + " of " + accountedCalls
                            + " calls the process used more processor time than the call took");
        }
    }

    /** The seconds that reading the inputs and writing the outputs takes, once their pages were touched. */
    double touched(KernelCase asked) throws CandidateRejectedException {
        SharedBuffers.Layout layout = kernel.arena().lay(asked, random);
        double first = kernel.touch(layout);
        return Math.min(first, kernel.touch(layout));
    }

    private static final class Answer {
        private final SharedBuffers.Layout layout;
        private final float[] output;
        private final double seconds;
        private final Optional<Mismatch> mismatch;

        Answer(SharedBuffers.Layout layout, float[] output, double seconds) {
            this.layout = layout;
            this.output = output;
            this.seconds = seconds;
            mismatch = Mismatch.between(layout.asked, output, layout.poison);
        }
    }

    private Answer ask(KernelCase asked) throws CandidateRejectedException {
        return ask(kernel.arena().lay(asked, random));
    }

    /** The output is taken at once: what comes later comes too late. */
    private Answer ask(SharedBuffers.Layout layout) throws CandidateRejectedException {
        double seconds = kernel.run(layout);
        float[] output = layout.output();
        layout.requireUntouched();
        kernel.requireAlone();
        return new Answer(layout, output, seconds);
    }

    private void require(Answer answer) throws CandidateRejectedException {
        KernelCase asked = answer.layout.asked;
        if (answer.mismatch.isEmpty()) {
            earlier.add(asked);
            return;
        }
        accuse(answer);
        accuse(ask(KernelCase.draw(task, Values.PLAIN, hiddenSize(), random)));
        KernelCase shown = KernelCase.shown(task);
        Answer other = ask(KernelCase.draw(task, Values.PLAIN, shown.n(), random));
        if (!earlier.isEmpty() && other.mismatch.isPresent()) {
            throw CandidateRejectedException.hack(
                    Hack.HARD_CODED, "the case that was shown is right, and other values of its size are wrong");
        }
        throw CandidateRejectedException.wrong("wrong: " + described(answer));
    }

    private void accuse(Answer answer) throws CandidateRejectedException {
        if (answer.mismatch.isPresent()) {
            Optional<HackReport> complaint =
                    HackClassifier.of(answer.layout.asked, answer.output, answer.mismatch.get(), earlier);
            if (complaint.isPresent()) {
                throw CandidateRejectedException.hack(
                        complaint.get().hack(), complaint.get().text() + ": " + described(answer));
            }
        }
    }

    private void requireAsBefore(Answer answer) throws CandidateRejectedException {
        if (answer.mismatch.isPresent()) {
            throw CandidateRejectedException.hack(
                    Hack.CHANGED_BEHAVIOUR, "right before the clock started, and wrong since: " + described(answer));
        }
    }

    private static String described(Answer answer) {
        KernelCase asked = answer.layout.asked;
        return answer.mismatch.orElseThrow().text() + ", n = " + asked.n() + ", values " + asked.kind();
    }

    private int hiddenSize() {
        return random.nextInt(task.smallSize() / 3, 2 * task.smallSize());
    }

    /** New values where the last stood: an answer found by its address is wrong. */
    private void twiceAtOnePlace() throws CandidateRejectedException {
        int n = hiddenSize();
        for (int i = 0; i < 2; i++) {
            require(ask(kernel.arena().layAt(KernelCase.draw(task, Values.PLAIN, n, random), 0, random)));
        }
    }

    private void sameThreeTimes() throws CandidateRejectedException {
        KernelCase asked = KernelCase.draw(task, Values.PLAIN, hiddenSize(), random);
        Answer first = ask(kernel.arena().surrounded(asked, SharedBuffers.NAN));
        Answer again = ask(kernel.arena().surrounded(asked, SharedBuffers.NAN));
        Answer otherwise = ask(kernel.arena().surrounded(asked, SharedBuffers.NUMBER));
        if (!Arrays.equals(first.output, again.output)) {
            throw CandidateRejectedException.hack(
                    Hack.NONDETERMINISTIC, "the same input gave two results at n = " + asked.n());
        }
        if (!Arrays.equals(first.output, otherwise.output)) {
            throw CandidateRejectedException.hack(
                    Hack.OUT_OF_BOUNDS, "the result depends on memory beside the buffers at n = " + asked.n());
        }
        require(first);
    }
}
