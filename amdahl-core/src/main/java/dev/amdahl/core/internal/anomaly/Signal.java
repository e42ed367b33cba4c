package dev.amdahl.core.internal.anomaly;

import java.util.Locale;

/** What a series measures, and its unit. */
public enum Signal {
    /** Training loss; lower is better. */
    LOSS,
    /** Norm of the gradients. */
    GRADIENT_NORM,
    /** Seconds of one step. */
    STEP_SECONDS,
    /** Units of input or work per second. */
    RATE,
    /** Number of the step that was finished. */
    STEP,
    /** Share of the time in which the device worked, 0 to 1. */
    BUSY,
    /** Device memory in use, MiB. */
    MEMORY,
    /** Multiprocessor clock, MHz. */
    CLOCK,
    /** Clock that was asked for, MHz. */
    REQUESTED_CLOCK,
    /** Whether there is a reason for a lower clock that takes work away: 0, 1, or the share of the sample. */
    THROTTLED,
    /** Counter of corrected memory errors. */
    ECC_CORRECTED,
    /** Counter of uncorrected memory errors. */
    ECC_UNCORRECTED,
    /** A failure of the job or the device, each sample above 0 one. */
    FAILURE,
    /** Anything else: watched for values that are no numbers. */
    OTHER;

    /** What rises or falls by design, or is good news when it falls: scales of mixed precision, divergences, faults and their rates. */
    private static final String GROWS_OR_FALLS =
            "(.*_)?(loss|grad)_scale(r|_.*)?|(.*_)?kl(_.*)?|(.*_)?dropout(_.*)?|(.*_)?(error|err|miss|fault|drop|loss"
                    + "|retry|reject|timeout|packet_loss)(e?s)?_(rate|ratio|per_.*|s)|(.*_)?(errors|misses|retries|timeouts|drops)(_.*)?";

    /** Returns the signal that a name most likely stands for; per cent are not recognised by a name. */
    public static Signal of(String name) {
        String text = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        if (text.matches(".*(uncorrect|uncorr|dbe|double_bit).*")) {
            return ECC_UNCORRECTED;
        }
        if (text.matches(".*(ecc|corrected|sbe|single_bit).*")) {
            return ECC_CORRECTED;
        }
        if (text.matches(".*(throttle|slowdown|event_reasons).*")) {
            return THROTTLED;
        }
        if (text.matches("(.*_)?(failure|failed|xid|exit_code|crash)(_.*)?")) {
            return FAILURE;
        }
        if (text.matches(GROWS_OR_FALLS)) {
            return OTHER;
        }
        if (text.matches(".*grad(ient)?_?norm.*")) {
            return GRADIENT_NORM;
        }
        if (text.matches("(.*_)?loss(_.*)?|(.*_)?perplexity(_.*)?")) {
            return LOSS;
        }
        if (text.matches("(.*_)?(step|iter|iteration|batch)_(time|seconds|s|duration)(_.*)?")) {
            return STEP_SECONDS;
        }
        if (text.matches(".*(per_s(ec(ond)?)?$|_s$|throughput|_rate$|^rate$|bandwidth|qps|tps).*")
                && !text.contains("learning")) {
            return RATE;
        }
        if (text.matches("(.*_)?(global_)?(step|iteration|iter)")) {
            return STEP;
        }
        if (text.matches(".*(requested|app(lications)?)_.*clock.*")) {
            return REQUESTED_CLOCK;
        }
        if (text.matches(".*clock.*")) {
            return CLOCK;
        }
        if (text.matches(".*(mem(ory)?_used|memory|hbm|fb_used)(_.*)?") && !text.contains("util")) {
            return MEMORY;
        }
        if (text.matches(".*(busy|gpu_util|utili[sz]ation|duty_cycle|engine_active|sm_active|gpu_usage).*")) {
            return BUSY;
        }
        return OTHER;
    }
}
