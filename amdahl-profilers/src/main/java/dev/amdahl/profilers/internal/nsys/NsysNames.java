package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.job.Activity;
import java.util.Locale;
import java.util.regex.Pattern;

/** What an event of a device's runtime shows, by its name. */
public final class NsysNames {
    static final Pattern COMMUNICATION = Pattern.compile("(?i)nccl|rccl|nvshmem");
    private static final Pattern LAUNCH = Pattern.compile("(cuda|cu|hip)\\w*(Launch|Mem(cpy|set)\\w*Async)\\w*");
    private static final Pattern SYNCHRONIZE = Pattern.compile("(cuda|cu|hip)\\w*Synchronize\\w*");
    private static final Pattern BLOCKING_COPY = Pattern.compile("(cuda|cu|hip)Memcpy\\w*");
    private static final Pattern BLOCKING_FILL = Pattern.compile("(cuda|cu|hip)Memset\\w*");
    private static final Pattern BLOCKED = Pattern.compile(
            "(pthread_(cond|mutex|rwlock|join|barrier)|sem_(timed|clock)?wait|futex|poll|ppoll|select|pselect|epoll|sleep|usleep|nanosleep"
                    + "|clock_nanosleep|wait|waitpid|sigwait|sched_yield|accept|flock).*");
    private static final Pattern STEP =
            Pattern.compile("(profilerstep#|(train(ing)?[ _])?(global_)?(step|iteration|iter)[ _:#=]*)\\d+");
    private static final Pattern INPUT =
            Pattern.compile("data_?loader|data loading|load_?(next_)?batch|next_?batch|batch_?generator|get_batch");
    private static final Pattern CHECKPOINT =
            Pattern.compile("(save|write|load)[ _]?(model|state|checkpoint)|checkpoint|torch\\.save");
    private static final Pattern RECOMPUTATION = Pattern.compile("checkpointfunction|activation.?checkpoint|recompute");
    private static final Pattern SIDE_WORK = Pattern.compile(
            "(^|[^a-z])(eval|evaluate|evaluation|validate|validation|logging|export|tensorboard|wandb)([^a-z]|$)");

    private NsysNames() {}

    /** What work a device does. */
    public static Activity kernel(String name) {
        return COMMUNICATION.matcher(name).find() ? Activity.COMMUNICATION : Activity.KERNEL;
    }

    /** What a call of the runtime of CUDA or HIP is for. */
    public static Activity call(String name) {
        if (LAUNCH.matcher(name).matches()) {
            return Activity.LAUNCH;
        }
        return isSynchronize(name) || isBlockingCopy(name) ? Activity.SYNC : Activity.HOST_CODE;
    }

    static boolean isLaunch(String name) {
        return LAUNCH.matcher(name).matches();
    }

    static boolean isAsync(String name) {
        return name.contains("Async");
    }

    static boolean isSynchronize(String name) {
        return SYNCHRONIZE.matcher(name).matches();
    }

    static boolean isBlockingCopy(String name) {
        return !isAsync(name) && BLOCKING_COPY.matcher(name).matches();
    }

    static boolean isBlockingFill(String name) {
        return !isAsync(name) && BLOCKING_FILL.matcher(name).matches();
    }

    static Activity system(String name) {
        return BLOCKED.matcher(name).matches() ? Activity.OFF_CPU : Activity.HOST_CODE;
    }

    /** What a range stands for that somebody named. */
    public static Activity range(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (STEP.matcher(lower).matches()) {
            return Activity.STEP;
        }
        if (INPUT.matcher(lower).find()) {
            return Activity.INPUT_WAIT;
        }
        if (CHECKPOINT.matcher(lower).find() && !RECOMPUTATION.matcher(lower).find()) {
            return Activity.CHECKPOINT;
        }
        return SIDE_WORK.matcher(lower).find() ? Activity.SIDE_WORK : Activity.HOST_CODE;
    }
}
