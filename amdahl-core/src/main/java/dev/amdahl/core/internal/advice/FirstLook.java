package dev.amdahl.core.internal.advice;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a diagnosis says in a few sentences: the largest loss, what usually helps, and how to test that. */
public final class FirstLook {
    private static final double LARGE = .05;
    private static final String NO_WORKERS = "num_workers=0";

    private FirstLook() {}

    /**
     * Returns the sentences, the most important first.
     *
     * @param findings what readers of profiles saw besides, in their words
     */
    public static List<String> of(Diagnosis diagnosis, List<String> findings) {
        if (!diagnosis.isExplained()) {
            return List.of(
                    String.format(
                            Locale.ROOT,
                            "The cause of %.0f %% of the idle time is unknown, so no remedy can be named yet.",
                            100 * diagnosis.unattributedShareOfGaps()),
                    "Next: profile the whole run, with its host threads, or log the time of each step.");
        }
        List<ClassCeiling> losses = Ceilings.of(diagnosis);
        if (losses.isEmpty()) {
            return List.of();
        }
        ClassCeiling largest = losses.get(0);
        if (largest.acceleratorShare() < LARGE) {
            return List.of("No loss is large. The largest: " + share(largest));
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(share(largest));
        sentences.add("What usually helps: " + remedy(bottleneck(largest), findings));
        sentences.add("Test it: amdahl ab --baseline 'COMMAND' --variant 'COMMAND, CHANGED'");
        return sentences;
    }

    /** Returns how much one class of loss takes, and what a run without it would be. */
    public static String share(ClassCeiling loss) {
        return String.format(
                Locale.ROOT,
                "%.0f %% of the accelerator time goes to %s (%s). Without it the run would be at most %.2fx faster.",
                100 * loss.acceleratorShare(),
                bottleneck(loss).label(),
                bottleneck(loss),
                loss.wallCeiling());
    }

    private static Bottleneck bottleneck(ClassCeiling loss) {
        return loss.classes().iterator().next();
    }

    /** Returns what usually helps against a class. */
    public static String remedy(Bottleneck bottleneck, List<String> findings) {
        return switch (bottleneck) {
            case INPUT_STARVATION ->
                findings.stream().anyMatch(finding -> finding.contains(NO_WORKERS))
                        ? "let worker processes load the input, DataLoader(num_workers=4). Now the training process loads it."
                        : "load input ahead of its use, with more workers, a larger prefetch, or data in a faster format.";
            case QUEUE_WAIT -> "ask for less, or for a shorter time limit, so that the job starts sooner.";
            case PROVISIONING -> "keep images and environments on the hosts, and stage data before the allocation.";
            case WARMUP -> "cache what is compiled and loaded, and load weights while input is prepared.";
            case TRANSFER_BOUND -> "pin host memory, copy without blocking, and overlap copies with work.";
            case HOST_SERIAL -> "move that code out of the step, make it faster, or run it while the device works.";
            case HOST_CONTENTION -> "use fewer threads per process, or pin them to cores.";
            case SYNC_STALL -> "read metrics every 50 steps rather than every step; avoid .item() and .cpu().";
            case LAUNCH_BOUND -> "fuse kernels (torch.compile), capture CUDA graphs, or use larger batches.";
            case COMM_EXPOSED -> "overlap communication with work, use larger buckets, or send fewer bytes.";
            case STRAGGLER_SKEW -> "give every rank the same amount of work, and check the host that finishes last.";
            case PIPELINE_BUBBLE -> "use more micro-batches, or an interleaved schedule.";
            case CHECKPOINT_STALL -> "write checkpoints in the background, less often, or in pieces.";
            case PERIODIC_SIDE_WORK -> "evaluate and log less often, or in another job.";
            case TAIL_DRAIN -> "split the work more evenly, and start the longest parts first.";
            case IDLE_AFTER_FINISH -> "release the devices when their work ends, and export elsewhere.";
            case THROTTLED -> "check the cooling and power limits of these hosts (amdahl doctor, amdahl burnin).";
            case FAILURE_REWORK -> "save checkpoints more often, and find out why runs fail (amdahl triage).";
            case REDUNDANT_WORK -> "sort input by length or pack it, and avoid recomputation if memory suffices.";
            case UNDER_BATCHED -> "use larger batches, or batch waiting requests.";
            case KERNEL_INEFFICIENT -> "use a kernel of a tuned library, a better layout, or lower precision.";
            case MEMORY_BOUND -> "fuse operations, or use a smaller data type.";
            case COMPUTE_BOUND -> "use lower precision, or do less arithmetic.";
            case OVER_ALLOCATION -> "ask for fewer devices.";
            case MEMORY_CAPACITY -> "shard or offload state, so that batches can be larger.";
            case SERVING_INTERFERENCE -> "serve long and short requests separately.";
            case PRODUCTIVE, UNATTRIBUTED, NOT_RECORDED -> "profile it with hardware counters.";
        };
    }
}
