package dev.amdahl.core.internal.timeline.operators;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asked for in the time that it took, beside what the device is declared for.
 *
 * @param flops of all calls, by the shapes; null where they are not counted
 * @param bytes of all calls, each tensor moved once; null where they are not counted
 * @param computeShare of the declared peak of products of its type; null where that is not known
 * @param memoryShare of the declared peak of the memory, above 1 where caches hold what is read; null where that is not known
 */
public record OperatorRates(
        @Nullable Double flops,
        @Nullable Double bytes,
        @Nullable Double computeShare,
        @Nullable Double memoryShare) {
    /** Of an operator whose shapes tell nothing. */
    public static final OperatorRates UNKNOWN = new OperatorRates(null, null, null, null);

    private static final String MEMORY = "memory";
    private static final double NEAR = .7;
    private static final double FAR = .6;

    /**
     * Returns the rates of one operator.
     *
     * @param isCopy whether links between devices and hosts may limit it
     * @param mayBeRounded whether products of binary32 may have been computed by TF32
     * @param peaks as a profile has {@linkplain dev.amdahl.spi.profiler.Profile#declaredRates them}
     */
    public static OperatorRates of(
            OperatorCost cost,
            long calls,
            long nanos,
            boolean isCopy,
            boolean mayBeRounded,
            Map<String, Double> peaks) {
        double flops = calls * cost.flops();
        double bytes = calls * cost.bytes();
        String arithmetic = cost.arithmetic();
        boolean isRounded = arithmetic.equals("fp32") && peaks.containsKey("tf32") && mayBeRounded;
        Double peak = peaks.get(isRounded ? "tf32" : arithmetic);
        boolean isLimitedElsewhere = isCopy || (peak == null && !arithmetic.isEmpty());
        Double memory = isLimitedElsewhere ? null : peaks.get(MEMORY);
        return new OperatorRates(
                flops > 0 ? flops : null,
                bytes > 0 ? bytes : null,
                peak == null || flops == 0 ? null : flops / peak * 1e9 / nanos,
                memory == null || bytes == 0 ? null : bytes / memory * 1e9 / nanos);
    }

    /** Returns the least time that the declared peaks allow as a share of the time it took; null where no peak is known. */
    public @Nullable Double shareOfPeak() {
        if (computeShare == null || memoryShare == null) {
            return computeShare == null ? memoryShare : computeShare;
        }
        return Math.max(computeShare, memoryShare);
    }

    /**
     * Returns what limits it: arithmetic or memory from 70 % of its peak, the kernel itself where it is below 60 % of both, the
     * bounds by which profiled kernels are told apart; empty between them, and where the peaks are not known.
     */
    public Optional<Bottleneck> bound() {
        Double share = shareOfPeak();
        if (share == null || memoryShare == null || (share < NEAR && share >= FAR)) {
            return Optional.empty();
        }
        if (share < FAR) {
            return Optional.of(Bottleneck.KERNEL_INEFFICIENT);
        }
        return Optional.of(
                computeShare != null && computeShare >= memoryShare
                        ? Bottleneck.COMPUTE_BOUND
                        : Bottleneck.MEMORY_BOUND);
    }
}
