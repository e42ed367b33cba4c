package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.Anomaly.Cause;
import dev.amdahl.spi.job.Anomaly.Kind;

/**
 * Where an anomaly most likely comes from, by rules over what else was seen of the job in the quarter of an hour before it. The
 * confidence is that of the rule as its author sees it.
 */
final class Triage {
    private static final long NEAR = 900_000_000_000L;
    private static final double AT_WORK = .9;
    private static final double AT_REST = .05;

    private Triage() {}

    static Anomaly.Triage of(Kind kind, JobState job, long nanos) {
        boolean errors = isNear(job.errorNanos, nanos);
        boolean throttled = isNear(job.throttledNanos, nanos);
        return switch (kind) {
            case ECC_UNCORRECTED, ECC_BEFORE_FAILURE, ECC_CORRECTED_OFTEN -> to(Cause.HARDWARE, .95);
            case THROTTLED -> to(Cause.HARDWARE, .9);
            case LOSS_DIVERGED, NOT_A_NUMBER -> errors ? to(Cause.HARDWARE, .7) : to(Cause.NUMERIC, .8);
            case INPUT_COLLAPSED -> throttled ? to(Cause.HARDWARE, .6) : to(Cause.DATA, job.busy < .5 ? .8 : .6);
            case STEPS_SLOWED ->
                throttled
                        ? to(Cause.HARDWARE, .7)
                        : job.busy < .5
                                ? to(Cause.DATA, .6)
                                : job.busy >= AT_WORK ? to(Cause.NETWORK, .4) : to(Cause.UNKNOWN, 0);
            case HANG ->
                errors
                        ? to(Cause.HARDWARE, .6)
                        : job.busy >= AT_WORK
                                ? to(Cause.NETWORK, .7)
                                : job.busy < AT_REST ? to(Cause.DATA, .5) : to(Cause.UNKNOWN, 0);
            case MEMORY_LEAK, MEMORY_GREW -> to(Cause.SOFTWARE, .7);
            case MEMORY_STALL, MEMORY_RELEASED -> to(Cause.SOFTWARE, .5);
            case HELD_IDLE, FAILURE -> to(Cause.UNKNOWN, 0);
        };
    }

    /** By the words of a failing job, which are data and no more than a hint. */
    static Anomaly.Triage ofWords(String text) {
        return FailureRule.of(text)
                .map(rule -> to(rule.cause(), rule.confidence()))
                .orElse(to(Cause.UNKNOWN, 0));
    }

    private static boolean isNear(long then, long now) {
        return then != Long.MIN_VALUE && now - then <= NEAR;
    }

    private static Anomaly.Triage to(Cause cause, double confidence) {
        return new Anomaly.Triage(cause, confidence);
    }
}
