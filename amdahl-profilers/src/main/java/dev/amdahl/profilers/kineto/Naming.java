package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Activity;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a row of a category shows, by its name. Immutable. */
final class Naming {
    private static final Pattern COMMUNICATION = Pattern.compile("(?i)nccl|rccl");
    private static final Pattern STEP = Pattern.compile("ProfilerStep#\\d+.*");
    private static final Pattern INPUT_WAIT = Pattern.compile(
            "enumerate\\(Data(Loader|Pipe)\\)#|DataLoader.*__next__|dataloader\\.py\\(\\d+\\): __next__");
    /** A checkpoint is input or output; whatever else is called so computes again what was not kept. */
    private static final Pattern CHECKPOINT = Pattern.compile(
            "torch[./](save|load)([^a-z_]|$)|torch/serialization\\.py\\(\\d+\\): (save|load)$|distributed[./]checkpoint"
                    + "|(save|saving|write|writing|load|loading|restore|restoring|read|dump)\\w*[ _.:-]*(\\w+[ _.:-]+)?(checkpoint|ckpt)"
                    + "|(checkpoint|ckpt)(er|ing)?[ _.:-]*(save|saving|write|writing|load|loading|restore|dump)|^(checkpoint|ckpt)$");

    private static final Pattern RECOMPUTATION = Pattern.compile(
            "checkpointfunction|activation.?checkpoint|gradient.?checkpoint|utils[./]checkpoint|checkpoint_wrapper|checkpointwrapper"
                    + "|checkpointimpl|checkpoint_activations|^nn\\.module");
    private static final Pattern RECOMPUTING =
            Pattern.compile("(checkpoint\\w*|random)\\.py\\(\\d+\\): (unpack_hook|recompute_fn|recompute|backward)$");
    private static final Pattern SIDE_WORK = Pattern.compile(
            "(^|[^a-z])(eval|evaluate|evaluation|validate|validation|log|logging|export|tensorboard|wandb)([^a-z]|$)");
    private static final Pattern OFF_CPU = Pattern.compile(
            "(^|[^a-z])(futex|park|parknanos|pthread_(cond|mutex|join|rwlock)|cond_(timed)?wait|sem_wait)"
                    + "|_thread\\.lock'? object|threading\\.py\\(\\d+\\): wait");
    private static final Pattern SCALAR_READ = Pattern.compile("aten::(_local_scalar_dense|item|is_nonzero)");
    private static final Pattern LAUNCH = Pattern.compile("(cuda|cu|hip)\\w*(Launch|Mem(cpy|set)\\w*Async)\\w*");
    private static final Pattern BLOCKING =
            Pattern.compile("(cuda|cu|hip)(\\w*Synchronize\\w*|StreamWaitEvent\\w*|Memcpy\\w*)");

    private Naming() {}

    static Activity activity(Category category, String name) {
        return switch (category) {
            case KERNEL -> COMMUNICATION.matcher(name).find() ? Activity.COMMUNICATION : Activity.KERNEL;
            case COPY -> Activity.COPY;
            case ACCELERATOR -> accelerator(name);
            case RUNTIME -> runtime(name);
            default -> host(category, name);
        };
    }

    /** Rows of MTIA: events that streams record and wait for are not work. */
    static boolean isAcceleratorWork(String name) {
        return !name.equals("event_wait") && !name.equals("event_record");
    }

    /** Frames of the interpreter under which a forward pass is computed again: their names are kept. */
    static boolean isRecomputing(String name) {
        return RECOMPUTING.matcher(name).find();
    }

    private static Activity accelerator(String name) {
        if (name.startsWith("dma")) {
            return Activity.COPY;
        }
        return name.startsWith("hccl") || name.startsWith("collective") ? Activity.COMMUNICATION : Activity.KERNEL;
    }

    private static Activity runtime(String name) {
        if (LAUNCH.matcher(name).matches()) {
            return Activity.LAUNCH;
        }
        return BLOCKING.matcher(name).matches() ? Activity.SYNC : Activity.HOST_CODE;
    }

    private static Activity host(Category category, String name) {
        if (category != Category.PYTHON && STEP.matcher(name).matches()) {
            return Activity.STEP;
        }
        if (INPUT_WAIT.matcher(name).find()) {
            return Activity.INPUT_WAIT;
        }
        if (SCALAR_READ.matcher(name).matches()) {
            return Activity.SYNC;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (CHECKPOINT.matcher(lower).find() && !RECOMPUTATION.matcher(lower).find()) {
            return Activity.CHECKPOINT;
        }
        if (OFF_CPU.matcher(lower).find()) {
            return Activity.OFF_CPU;
        }
        return category == Category.ANNOTATION && SIDE_WORK.matcher(lower).find()
                ? Activity.SIDE_WORK
                : Activity.HOST_CODE;
    }
}
