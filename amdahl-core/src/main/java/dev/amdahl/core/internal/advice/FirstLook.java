package dev.amdahl.core.internal.advice;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a diagnosis says in a few sentences: the largest loss, what usually helps, and how to test that. */
public final class FirstLook {
    private static final double LARGE = .05;
    /** From this share on, the unknown part could change the picture. */
    private static final double UNKNOWN = .10;
    /** From this share on, what was not recorded is said before all else. */
    private static final double MUCH = .5;

    private static final String NO_WORKERS = "num_workers=0";
    /** The way to try any change. */
    public static final String TEST = "amdahl ab --baseline 'COMMAND' --variant 'COMMAND, CHANGED'";

    private FirstLook() {}

    /**
     * Returns the sentences, the most important first: the largest known loss, then what is not known where that is much of all time.
     *
     * @param findings what readers of profiles saw besides, in their words
     */
    public static List<String> of(Diagnosis diagnosis, List<String> findings) {
        List<String> sentences = new ArrayList<>();
        notRecorded(diagnosis).ifPresent(sentences::add);
        Optional<ClassCeiling> largest = largest(diagnosis);
        Optional<String> unknown = unknown(diagnosis);
        if (largest.isPresent()) {
            sentences.add(share(largest.get()));
            sentences.addAll(remedies(largest.get(), findings));
        } else if (unknown.isEmpty() && diagnosis.acceleratorSeconds() > 0) {
            sentences.add("No loss is large: " + percent(share(diagnosis, Set.of(Bottleneck.PRODUCTIVE)))
                    + " of the accelerator time is useful work, so the kernels decide.");
            sentences.add("Next: see which kernels take longest; ncu --set full tells what limits them.");
        }
        unknown.ifPresent(sentences::add);
        return sentences;
    }

    /** Returns the largest loss that is known, by accelerator time, or else by wall time; empty where none is large. */
    private static Optional<ClassCeiling> largest(Diagnosis diagnosis) {
        List<ClassCeiling> losses = Ceilings.of(diagnosis);
        return losses.stream()
                .filter(loss -> loss.acceleratorShare() >= LARGE)
                .findFirst()
                .or(() -> losses.stream()
                        .filter(loss -> loss.acceleratorShare() == 0 && loss.wallShare() >= LARGE)
                        .findFirst());
    }

    /** Returns how much of all time has no known cause; empty where that is little. */
    public static Optional<String> unknown(Diagnosis diagnosis) {
        double share = share(diagnosis, Set.of(Bottleneck.UNATTRIBUTED));
        return share < UNKNOWN
                ? Optional.empty()
                : Optional.of("The cause of " + percent(share)
                        + " of all time is unknown. To know it, profile the whole run with its"
                        + " host threads, or log the time of each step.");
    }

    /** Returns what part of the time the record does not speak of; empty where that is not much. */
    private static Optional<String> notRecorded(Diagnosis diagnosis) {
        double missing = diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() == Bottleneck.NOT_RECORDED)
                .mapToDouble(Account::acceleratorSeconds)
                .sum();
        double all = missing + diagnosis.acceleratorSeconds();
        return !(missing > MUCH * all)
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Not recorded: what the accelerators did in %.3g of %.3g s (%s). The rest:",
                        missing,
                        all,
                        percent(missing / all)));
    }

    /** Returns what usually helps against a loss, and how to test it. */
    public static List<String> remedies(ClassCeiling loss, List<String> findings) {
        return List.of("What usually helps: " + remedy(bottleneck(loss), findings), "Test it: " + TEST);
    }

    /** Returns how much one class of loss takes, and what a run without it would be. */
    public static String share(ClassCeiling loss) {
        boolean isHeld = loss.acceleratorShare() > 0;
        String held = String.format(
                Locale.ROOT,
                "%s of the %s time goes to %s (%s).",
                percent(isHeld ? loss.acceleratorShare() : loss.wallShare()),
                isHeld ? "accelerator" : "wall",
                bottleneck(loss).label(),
                bottleneck(loss));
        return Double.isFinite(loss.wallCeiling())
                ? held
                        + String.format(
                                Locale.ROOT, " Without it the run would be at most %.2fx faster.", loss.wallCeiling())
                : held;
    }

    private static double share(Diagnosis diagnosis, Set<Bottleneck> classes) {
        return diagnosis.acceleratorShare(classes).orElse(0);
    }

    /** Returns a share in words, with the tenths where nearly nothing or nearly all is meant. */
    public static String percent(double share) {
        boolean isFine = share < .0995 || (share > .99 && share < .9995);
        return String.format(Locale.ROOT, isFine ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    /** Returns the idea of the catalogue that the findings speak for; empty where they name none. */
    public static Optional<String> idea(Bottleneck bottleneck, List<String> findings) {
        return bottleneck == Bottleneck.INPUT_STARVATION && isWithoutWorkers(findings)
                ? Optional.of("input-more-workers")
                : Optional.empty();
    }

    private static boolean isWithoutWorkers(List<String> findings) {
        return findings.stream().anyMatch(finding -> finding.contains(NO_WORKERS));
    }

    private static Bottleneck bottleneck(ClassCeiling loss) {
        return loss.classes().iterator().next();
    }

    /** Returns what usually helps against a class. */
    public static String remedy(Bottleneck bottleneck, List<String> findings) {
        return switch (bottleneck) {
            case INPUT_STARVATION ->
                isWithoutWorkers(findings)
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
