package dev.amdahl.examples.cli;

import dev.amdahl.core.refine.PairedTimes;
import dev.amdahl.core.refine.kernel.Effort;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SchemeText;
import dev.amdahl.gpu.bilinear.SchemeVerifier;
import dev.amdahl.gpu.bilinear.execution.SchemeExecutor;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Judges a scheme by its equations, and then against the plain product in pairs on the same fresh matrices in drawn order. The matrices hold
 * small whole numbers, so that both results must be equal. Not thread-safe.
 *
 * @param <A> the host array of the factors
 * @param <C> the host array of the product
 */
final class SchemeContest<A, C> implements Verifier {
    private static final int WARM_UP = 2;
    private static final int BOUND = 2;

    private final ComputeBackend backend;
    private final GemmType<A, C> type;
    private final int n;
    private final int pairs;
    private final SplittableRandom random;

    /** Of square matrices of n rows. */
    SchemeContest(ComputeBackend backend, GemmType<A, C> type, int n, int pairs, long seed) {
        this.backend = backend;
        this.type = type;
        this.n = n;
        this.pairs = pairs;
        random = new SplittableRandom(seed);
    }

    @Override
    public Finding verify(Candidate candidate) {
        Scheme scheme = SchemeText.parse(candidate.source());
        Finding exact = new SchemeVerifier(scheme.format(), Ring.Z).verify(candidate);
        return exact.isCorrect() ? measured(scheme) : exact;
    }

    private Finding measured(Scheme scheme) {
        long entries = (long) n * n;
        try (DeviceBuffer<A> a = backend.allocate(type.factor(), entries);
                DeviceBuffer<A> b = backend.allocate(type.factor(), entries);
                DeviceBuffer<C> plain = backend.allocate(type.product(), entries);
                DeviceBuffer<C> blocked = backend.allocate(type.product(), entries);
                SchemeExecutor<A, C> executor = new SchemeExecutor<>(backend, scheme, type, n, n, n)) {
            DeviceMatrix<A> left = DeviceMatrix.of(a, n, n);
            DeviceMatrix<A> right = DeviceMatrix.of(b, n, n);
            Runnable baseline = () -> backend.multiply(type, left, right, DeviceMatrix.of(plain, n, n));
            Runnable variant = () -> executor.multiply(left, right, DeviceMatrix.of(blocked, n, n));
            double[] ofPlain = new double[pairs];
            double[] ofScheme = new double[pairs];
            for (int i = -WARM_UP; i < pairs; i++) {
                draw(a);
                draw(b);
                boolean isPlainFirst = random.nextBoolean();
                double first = backend.seconds(isPlainFirst ? baseline : variant);
                double second = backend.seconds(isPlainFirst ? variant : baseline);
                if (!areEqual(plain, blocked)) {
                    return Finding.stopped(Stage.BUILT, "the results of a pair differ");
                }
                if (i >= 0) {
                    ofPlain[i] = isPlainFirst ? first : second;
                    ofScheme[i] = isPlainFirst ? second : first;
                }
            }
            return judged(PairedTimes.speedup(ofPlain, ofScheme));
        }
    }

    private void draw(DeviceBuffer<A> buffer) {
        double[] row = new double[n];
        for (int i = 0; i < n; i++) {
            Arrays.setAll(row, j -> random.nextInt(-BOUND, BOUND + 1));
            buffer.upload(type.factor().of(row), 0, (long) i * n, n);
        }
    }

    private boolean areEqual(DeviceBuffer<C> one, DeviceBuffer<C> other) {
        C ours = type.product().array(n);
        C theirs = type.product().array(n);
        for (int i = 0; i < n; i++) {
            one.download((long) i * n, ours, 0, n);
            other.download((long) i * n, theirs, 0, n);
            if (!Arrays.equals(type.product().values(ours), type.product().values(theirs))) {
                return false;
            }
        }
        return true;
    }

    private Finding judged(Speedup speedup) {
        boolean isFaster = speedup.p() <= Effort.DEFAULT.alpha() && speedup.lower() > Effort.DEFAULT.least();
        return Finding.measured(
                isFaster ? Stage.FASTER : Stage.CORRECT,
                speedup,
                String.format(
                        Locale.ROOT,
                        "equal results; %.3f times as fast as the plain product (95 %%: %.3f to %.3f, %d pairs, p = %.2g)",
                        speedup.ratio(),
                        speedup.lower(),
                        speedup.upper(),
                        speedup.pairs(),
                        speedup.p()));
    }
}
