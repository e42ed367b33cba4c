package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.health.DeviceConditions;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A candidate and the baseline side by side: checked, timed in interleaved blocks, checked again. Used once; not thread-safe. */
final class PairedBenchmark {
    private static final int WARM_UPS = 2;
    private static final int LOOKS = 20;
    /** How often a block is measured at most. */
    private static final int MEASURED = 3;

    private final KernelTask task;
    private final VerificationSettings rigour;
    private final PairedStatistics statistics;
    private final TimedBlock.Watch watch;
    private final RandomGenerator random;
    private final CorrectnessCheck candidate;
    private final CorrectnessCheck baseline;
    private final List<TimedBlock> blocks = new ArrayList<>();

    PairedBenchmark(
            KernelTask task,
            VerificationSettings rigour,
            PairedStatistics statistics,
            TimedBlock.Watch watch,
            RandomGenerator random,
            CorrectnessCheck candidate,
            CorrectnessCheck baseline) {
        this.task = task;
        this.rigour = rigour;
        this.statistics = statistics;
        this.watch = watch;
        this.random = random;
        this.candidate = candidate;
        this.baseline = baseline;
    }

    Finding finding() throws CandidateRejectedException {
        candidate.check(rigour.hidden(), rigour.repetitions());
        candidate.requirePrecise(baseline);
        for (int i = 0; i < WARM_UPS; i++) {
            KernelInput asked = next();
            known(asked);
            candidate.timed(asked);
        }
        for (int block = 0; block < rigour.blocks(); block++) {
            blocks.add(timed(1));
        }
        timeAgain();
        candidate.checkAgain(rigour.hidden());
        double floor = requirePlausible();
        Speedup speedup = statistics.speedup(
                blocks.stream().mapToDouble(TimedBlock::baselineSeconds).toArray(),
                blocks.stream().mapToDouble(TimedBlock::candidateSeconds).toArray());
        return judged(speedup, floor);
    }

    /** Returns the blocks that were timed, in order. */
    List<TimedBlock> blocks() {
        return List.copyOf(blocks);
    }

    /** Chosen by what the driver said, never by the times. */
    private void timeAgain() throws CandidateRejectedException {
        for (int measured = 2; measured <= MEASURED; measured++) {
            OptionalDouble usual = TimedBlock.usualMhz(blocks);
            for (int i = 0; i < blocks.size(); i++) {
                if (!blocks.get(i).isSteady(usual)) {
                    blocks.set(i, timed(measured));
                }
            }
        }
    }

    /** A, B, B, A or B, A, A, B, each pair on an input of its own, so that what drifts meets both alike. */
    private TimedBlock timed(int measured) throws CandidateRejectedException {
        boolean isBaselineFirst = random.nextBoolean();
        double ofBaseline = 0;
        double ofCandidate = 0;
        Supplier<DeviceConditions> watching = watch.begin();
        for (int half = 0; half < 2; half++) {
            KernelInput asked = next();
            boolean isKnownNow = isBaselineFirst == (half == 0);
            double first = isKnownNow ? known(asked) : candidate.timed(asked);
            double second = isKnownNow ? candidate.timed(asked) : known(asked);
            ofBaseline += (isKnownNow ? first : second) / 2;
            ofCandidate += (isKnownNow ? second : first) / 2;
        }
        return new TimedBlock(ofBaseline, ofCandidate, measured, watching.get());
    }

    private KernelInput next() {
        return KernelInput.draw(task, InputKind.NORMAL, task.timed(), random);
    }

    private double known(KernelInput asked) {
        try {
            return baseline.timed(asked);
        } catch (CandidateRejectedException wrong) {
            throw new AmdahlException(
                    ErrorCategory.INTERNAL, "the baseline of " + task + " failed: " + wrong.getMessage(), wrong);
        }
    }

    /** Looks again while the suspicion stays: on a busy machine a single look is slow for either. The floor, in seconds. */
    private double requirePlausible() throws CandidateRejectedException {
        double floor = Double.POSITIVE_INFINITY;
        double seconds = Double.POSITIVE_INFINITY;
        for (int look = 0; look < LOOKS; look++) {
            KernelInput asked = next();
            floor = Math.min(floor, baseline.floor(asked));
            seconds = Math.min(seconds, candidate.timed(asked));
            if (seconds >= floor) {
                return floor;
            }
        }
        throw CandidateRejectedException.hack(
                Hack.IMPLAUSIBLE,
                String.format(
                        Locale.ROOT,
                        "%.3g s, while the device takes at least %.3g s to read the inputs, compute and write the output",
                        seconds,
                        floor));
    }

    private Finding judged(Speedup speedup, double floor) {
        String footprint = candidate.footprint();
        boolean isFaster = speedup.p() <= rigour.alpha() && speedup.lower() > rigour.least();
        String text = String.format(
                        Locale.ROOT,
                        "%s: %.2f times as fast as the baseline (95 %%: %.2f to %.2f, %d blocks, p = %.2g); %.4f ms against %.4f ms,"
                                + " %.0f %% of the roofline at %s%s",
                        Milestone.CORRECT,
                        speedup.ratio(),
                        speedup.lower(),
                        speedup.upper(),
                        speedup.pairs(),
                        speedup.p(),
                        1e3 * speedup.candidateSeconds(),
                        1e3 * speedup.baselineSeconds(),
                        100 * floor / speedup.candidateSeconds(),
                        task.timed(),
                        footprint.isEmpty() ? "" : "; " + footprint)
                + conditions();
        return Finding.measured(isFaster ? Stage.FASTER : Stage.CORRECT, speedup, text);
    }

    /** In words; nothing where the driver says nothing. */
    private String conditions() {
        DoubleSummaryStatistics mhz = blocks.stream()
                .flatMapToDouble(block -> block.conditions().smMhz().stream())
                .summaryStatistics();
        if (mhz.getCount() == 0) {
            return "";
        }
        OptionalDouble usual = TimedBlock.usualMhz(blocks);
        long again = blocks.stream().filter(block -> block.measured() > 1).count();
        long unsteady = blocks.stream().filter(block -> !block.isSteady(usual)).count();
        return String.format(Locale.ROOT, "; SM clock %.0f to %.0f MHz", mhz.getMin(), mhz.getMax())
                + (again == 0 ? "" : ", " + Plurals.of(again, "block") + " measured again")
                + (unsteady == 0 ? "" : ", " + unsteady + " of them still slowed, or at another clock");
    }
}
