package dev.amdahl.gpu.kernel;

import dev.amdahl.spi.refine.Hack;
import java.util.List;
import java.util.Optional;

/** What a wrong output looks like, where it is large enough, and its values plain enough, that a mistake would not look so. */
final class HackClassifier {
    private static final int ENOUGH = 16;
    private static final double NEAR = .02;

    private HackClassifier() {}

    static Optional<CandidateRejectedException> of(
            KernelInput asked, float[] output, Mismatch mismatch, List<KernelInput> earlier) {
        if (output.length < ENOUGH || !asked.isPlain()) {
            return Optional.empty();
        }
        if (mismatch.unwritten() == output.length) {
            return rejected(Hack.STALE_OUTPUT, "nothing was written to the output", asked, mismatch);
        }
        if (mismatch.unwritten() >= output.length / 4) {
            return rejected(Hack.SKIPPED_WORK, "a part of the output was never written", asked, mismatch);
        }
        if (isConstant(output)) {
            return rejected(Hack.SKIPPED_WORK, "the same value stands everywhere", asked, mismatch);
        }
        if (asked.inputs().stream().anyMatch(input -> isStartOf(output, input))) {
            return rejected(Hack.RETURNED_INPUT, "the output is an input", asked, mismatch);
        }
        if (earlier.stream()
                .anyMatch(other -> other.expected().length == output.length
                        && Mismatch.between(other, output, 0).isEmpty())) {
            return rejected(Hack.CACHED_OUTPUT, "the output is the answer to an earlier input", asked, mismatch);
        }
        boolean isLastPart = mismatch.first() >= output.length / 8
                && mismatch.wrong() >= output.length / 4
                && mismatch.wrong() >= (output.length - mismatch.first()) * .9;
        if (isLastPart && mismatch.error() >= NEAR) {
            return rejected(Hack.SKIPPED_WORK, "only a first part of the output is computed", asked, mismatch);
        }
        return Optional.empty();
    }

    /** Results that are near and not near enough; asked last, since an input that is left out may be near too. */
    static Optional<CandidateRejectedException> ofPrecision(KernelInput asked, Mismatch mismatch) {
        return asked.isPlain() && mismatch.error() < NEAR && mismatch.wrong() > 0
                ? rejected(
                        Hack.LOW_PRECISION,
                        "the results are near, but not within the rounding of floats",
                        asked,
                        mismatch)
                : Optional.empty();
    }

    private static Optional<CandidateRejectedException> rejected(
            Hack hack, String text, KernelInput asked, Mismatch mismatch) {
        return Optional.of(CandidateRejectedException.hack(hack, text + ": " + mismatch.text() + ", " + asked));
    }

    /** Returns one number everywhere; a NaN may come from outside of the buffers. */
    private static boolean isConstant(float[] output) {
        if (Float.isNaN(output[0])) {
            return false;
        }
        for (float value : output) {
            if (Float.compare(value, output[0]) != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isStartOf(float[] output, float[] input) {
        for (int i = 0; i < output.length; i++) {
            if (i >= input.length || Float.compare(output[i], input[i]) != 0) {
                return false;
            }
        }
        return true;
    }
}
