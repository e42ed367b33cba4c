package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.kernel.device.DeviceArena;
import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.spi.refine.Hack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Asks a loaded kernel for results and rejects what is wrong, with what the mistake looks like. Not thread-safe. */
final class CorrectnessCheck {
    private static final double TOO_FAR = 4;
    private static final int REPETITIONS = 4;
    private static final double ROUNDING = 4e-6;
    private static final List<InputKind> EVERYWHERE = List.of(InputKind.NORMAL, InputKind.WIDE, InputKind.ADVERSARIAL);

    private final KernelTask task;
    private final CandidateForm form;
    private final LoadedKernel kernel;
    private final RandomGenerator random;
    private final List<KernelInput> earlier = new ArrayList<>();

    CorrectnessCheck(KernelTask task, CandidateForm form, LoadedKernel kernel, RandomGenerator random) {
        this.task = task;
        this.form = form;
        this.kernel = kernel;
        this.random = random;
    }

    /** Returns what one thread takes, in words; empty where nothing measures it. */
    String footprint() {
        return kernel.footprint();
    }

    /** Before the clock: the shown input, the timed shape, all fixed shapes in all kinds, hidden and stretched ones, one many times. */
    void check(int hidden, int repetitions) throws CandidateRejectedException {
        require(ask(KernelInput.shown(task)));
        require(ask(KernelInput.draw(task, InputKind.NORMAL, task.timed(), random)));
        for (Shape shape : task.fixed()) {
            for (InputKind kind : EVERYWHERE) {
                require(ask(KernelInput.draw(task, kind, shape, random)));
            }
        }
        for (int i = 0; i < hidden; i++) {
            require(ask(KernelInput.hidden(task, random)));
        }
        for (Shape shape : task.stretched(random)) {
            require(ask(KernelInput.draw(task, InputKind.NORMAL, shape, random)));
        }
        for (int i = 0; i < task.inputs().size(); i++) {
            Optional<KernelInput> changed =
                    KernelInput.draw(task, InputKind.NORMAL, middle(), random).withNaN(i, random);
            if (changed.isPresent()) {
                require(ask(changed.get()));
            }
        }
        sameAgain(repetitions);
    }

    private Shape middle() {
        return task.fixed().get(task.fixed().size() - 1);
    }

    /** Of results on one input in other orders, at other places, between other neighbours, none may be off by more than rounding. */
    private void sameAgain(int repetitions) throws CandidateRejectedException {
        KernelInput asked = KernelInput.draw(task, InputKind.NORMAL, middle(), random);
        Answer first = ask(asked);
        require(first);
        for (int i = 1; i < repetitions; i++) {
            Answer again = ask(asked);
            if (again.mismatch.isPresent() || distance(asked, first.output, again.output) > task.tolerance()) {
                throw CandidateRejectedException.hack(
                        Hack.NONDETERMINISTIC, "the same input gave two results, " + asked);
            }
        }
    }

    private static double distance(KernelInput asked, float[] one, float[] other) {
        double largest = 0;
        for (int i = 0; i < one.length; i++) {
            largest = Math.max(largest, Math.abs((double) one[i] - other[i]));
        }
        return largest / Math.max(asked.rms(), Float.MIN_NORMAL);
    }

    /** After the clock: fresh inputs, one of the timed shape. */
    void checkAgain(int hidden) throws CandidateRejectedException {
        for (int i = 0; i < hidden; i++) {
            requireAsBefore(ask(KernelInput.hidden(task, random)));
        }
        requireAsBefore(ask(KernelInput.draw(task, InputKind.NORMAL, task.timed(), random)));
    }

    /** Runs once under the clock, checks the result, and gives the seconds. */
    double timed(KernelInput asked) throws CandidateRejectedException {
        Answer answer = ask(asked);
        requireAsBefore(answer);
        return answer.seconds;
    }

    /** Not farther from the truth than four times the baseline, or a few rounding units. */
    void requirePrecise(CorrectnessCheck baseline) throws CandidateRejectedException {
        for (KernelInput asked : List.of(
                KernelInput.draw(task, InputKind.NORMAL, middle(), random),
                KernelInput.draw(task, InputKind.NORMAL, task.timed(), random),
                KernelInput.draw(task, InputKind.SHIFTED, task.timed(), random),
                KernelInput.mixed(task, task.timed(), random),
                KernelInput.mixed(task, task.timed(), random),
                KernelInput.mixed(task, task.timed(), random))) {
            double error = Mismatch.error(asked, ask(asked).output);
            double known = Mismatch.error(asked, baseline.ask(asked).output);
            if (error > Math.max(TOO_FAR * known, ROUNDING)) {
                throw CandidateRejectedException.hack(
                        Hack.LOW_PRECISION,
                        "its relative error is " + error + ", the baseline's " + known + ", " + asked);
            }
        }
    }

    /** Returns the least seconds for this input. */
    double floor(KernelInput asked) throws CandidateRejectedException {
        try {
            return kernel.floor(lay(asked), task.work().apply(asked.shape()));
        } catch (KernelFailure failure) {
            throw CandidateRejectedException.of(failure);
        }
    }

    private static final class Answer {
        private final KernelInput asked;
        private final float[] output;
        private final double seconds;
        private final Optional<Mismatch> mismatch;

        Answer(KernelInput asked, float[] output, double seconds, int poison) {
            this.asked = asked;
            this.output = output;
            this.seconds = seconds;
            mismatch = Mismatch.between(asked, output, poison);
        }
    }

    private DeviceArena.Layout lay(KernelInput asked) {
        return kernel.arena()
                .lay(
                        asked.packed(),
                        asked.expected().length,
                        random.nextInt(DeviceArena.places()),
                        pattern(),
                        pattern());
    }

    private int pattern() {
        return (random.nextBoolean() ? DeviceArena.NAN : DeviceArena.NUMBER) | random.nextInt(1, 1 << 12);
    }

    private Answer ask(KernelInput asked) throws CandidateRejectedException {
        DeviceArena.Layout layout = lay(asked);
        double seconds;
        try {
            seconds = kernel.run(
                    form.launches(asked.shape()), layout, asked.shape().sizes(), random.nextLong());
        } catch (KernelFailure failure) {
            throw CandidateRejectedException.of(new KernelFailure(failure.kind(), failure.text() + "; " + asked));
        } catch (IllegalArgumentException refused) {
            throw new CandidateRejectedException(Milestone.LAUNCH_ERROR.stopped(refused.getMessage() + "; " + asked));
        }
        Answer answer = new Answer(asked, layout.output(), seconds, layout.poison());
        if (!layout.isGuarded()) {
            throw CandidateRejectedException.hack(
                    Hack.OUT_OF_BOUNDS, "memory beside the buffers was written, " + asked);
        }
        Optional<Integer> changed = layout.changedInput();
        if (changed.isPresent()) {
            throw CandidateRejectedException.hack(
                    Hack.MUTATED_INPUT,
                    "the input " + task.inputs().get(changed.get()).name() + " was changed, " + asked);
        }
        return answer;
    }

    private void require(Answer answer) throws CandidateRejectedException {
        if (answer.mismatch.isEmpty()) {
            earlier.add(answer.asked);
            return;
        }
        accuse(answer);
        if (answer.mismatch.get().unwritten() == 0) {
            requireNeighboursDoNotMatter(answer.asked);
        }
        Answer other = ask(KernelInput.draw(task, InputKind.NORMAL, middle(), random));
        accuse(other);
        requireSensitive(other);
        Answer shown = ask(KernelInput.draw(task, InputKind.NORMAL, task.shown(), random));
        if (!earlier.isEmpty() && (shown.mismatch.isPresent() || (other.mismatch.isPresent() && earlier.size() == 1))) {
            throw CandidateRejectedException.hack(
                    Hack.HARD_CODED,
                    "the case that was shown is right, and others are wrong: "
                            + described(shown.mismatch.isPresent() ? shown : other));
        }
        for (Answer each : List.of(answer, other)) {
            Optional<CandidateRejectedException> imprecise =
                    each.mismatch.flatMap(mismatch -> HackClassifier.ofPrecision(each.asked, mismatch));
            if (imprecise.isPresent()) {
                throw imprecise.get();
            }
        }
        throw new CandidateRejectedException(Milestone.WRONG.stopped(described(answer)));
    }

    private void accuse(Answer answer) throws CandidateRejectedException {
        if (answer.mismatch.isPresent()) {
            Optional<CandidateRejectedException> rejected =
                    HackClassifier.of(answer.asked, answer.output, answer.mismatch.get(), earlier);
            if (rejected.isPresent()) {
                throw rejected.get();
            }
        }
    }

    /** Wrong, and otherwise wrong each time: because of a race, or of what stands beside the buffers. */
    private void requireNeighboursDoNotMatter(KernelInput asked) throws CandidateRejectedException {
        float[] beside = output(asked, DeviceArena.NAN, 1);
        for (int i = 0; i < REPETITIONS; i++) {
            if (!Arrays.equals(beside, output(asked, DeviceArena.NAN, 1))) {
                throw race(asked);
            }
        }
        if (!Arrays.equals(beside, output(asked, DeviceArena.NUMBER, 1))
                || !Arrays.equals(output(asked, DeviceArena.NAN, 4), output(asked, DeviceArena.NUMBER, 4))) {
            throw CandidateRejectedException.hack(
                    Hack.OUT_OF_BOUNDS,
                    "the result depends on memory beside the buffers, or in the output before, " + asked);
        }
        for (int i = 0; i < REPETITIONS; i++) {
            if (!Arrays.equals(beside, ask(asked).output)) {
                throw race(asked);
            }
        }
    }

    private static CandidateRejectedException race(KernelInput asked) {
        return CandidateRejectedException.hack(
                Hack.NONDETERMINISTIC, "the same input gave two results, both wrong or one of them, " + asked);
    }

    /** Returns what it writes among these surroundings; in the order of this seed, where that can be had. */
    private float[] output(KernelInput asked, int pattern, long seed) throws CandidateRejectedException {
        DeviceArena.Layout layout =
                kernel.arena().lay(asked.packed(), asked.expected().length, 1, pattern | 1, pattern | 2);
        try {
            kernel.run(form.launches(asked.shape()), layout, asked.shape().sizes(), seed);
        } catch (KernelFailure failure) {
            throw CandidateRejectedException.of(failure);
        }
        return layout.output();
    }

    /** Wrong, and the same whatever stands in one of the inputs that matter: it is not read. */
    private void requireSensitive(Answer answer) throws CandidateRejectedException {
        for (int i = 0; i < task.inputs().size() && answer.mismatch.isPresent(); i++) {
            Answer redrawn = ask(answer.asked.redrawn(i, random));
            if (Arrays.equals(redrawn.output, answer.output)) {
                throw CandidateRejectedException.hack(
                        Hack.SKIPPED_WORK,
                        "the result does not depend on the input "
                                + task.inputs().get(i).name() + ": " + described(redrawn));
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
        return answer.mismatch.map(Mismatch::text).orElse("right") + ", " + answer.asked;
    }
}
