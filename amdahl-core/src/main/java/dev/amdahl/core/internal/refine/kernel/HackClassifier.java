package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Hack;
import java.util.List;
import java.util.Optional;

/** What a wrong output looks like, where it is large enough, and its values plain enough, that a mistake would not look so. */
final class HackClassifier {
    private static final int ENOUGH = 16;
    private static final int MANY = 256;
    private static final double NEAR = .02;

    private HackClassifier() {}

    static Optional<HackReport> of(KernelCase asked, float[] output, Mismatch mismatch, List<KernelCase> earlier) {
        if (asked.n() < ENOUGH / 2 || !asked.isPlain()) {
            return Optional.empty();
        }
        if (mismatch.unwritten() == output.length) {
            return complaint(Hack.STALE_OUTPUT, "nothing was written to the output");
        }
        if (output.length >= ENOUGH && mismatch.unwritten() >= output.length / 4) {
            return complaint(Hack.SKIPPED_WORK, "a part of the output was never written");
        }
        if (output.length >= ENOUGH && isStartOf(output, asked.a())) {
            return complaint(Hack.RETURNED_INPUT, "the output is the first input");
        }
        if (earlier.stream().anyMatch(other -> answers(other, output))) {
            return complaint(Hack.CACHED_OUTPUT, "the output is the answer to an earlier input");
        }
        if (output.length >= MANY && isPrefixRight(mismatch, output.length)) {
            return complaint(Hack.SKIPPED_WORK, "only a first part of the output is computed");
        }
        return mismatch.worst() < NEAR
                ? complaint(Hack.LOW_PRECISION, "the results are near, but not within the rounding of floats")
                : Optional.empty();
    }

    private static Optional<HackReport> complaint(Hack hack, String text) {
        return Optional.of(new HackReport(hack, text));
    }

    /** All wrong values stand together at the end, and are a quarter of the whole or more. */
    private static boolean isPrefixRight(Mismatch mismatch, int length) {
        return mismatch.index() > 0
                && mismatch.wrong() >= length / 4
                && mismatch.wrong() >= (length - mismatch.index()) * .9
                && mismatch.index() >= length / 8
                && mismatch.worst() >= NEAR;
    }

    private static boolean isStartOf(float[] output, float[] input) {
        for (int i = 0; i < output.length; i++) {
            if (i >= input.length || Float.compare(output[i], input[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean answers(KernelCase earlier, float[] output) {
        return earlier.n() >= ENOUGH / 2
                && earlier.expected().length == output.length
                && Mismatch.between(earlier, output, 0).isEmpty();
    }
}
