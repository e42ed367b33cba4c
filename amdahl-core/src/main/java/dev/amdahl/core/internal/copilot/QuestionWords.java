package dev.amdahl.core.internal.copilot;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which classes people mean by which words; a word counts by its beginning. */
final class QuestionWords {
    private static final Map<String, Set<Bottleneck>> MEANT = new LinkedHashMap<>();

    static {
        means(Set.of(INPUT_STARVATION), "dataload", "loader", "input", "starv", "decod", "augment", "storage", "read");
        means(
                Set.of(COMM_EXPOSED, STRAGGLER_SKEW),
                "nccl",
                "rccl",
                "allreduce",
                "all-reduce",
                "collective",
                "communic",
                "network");
        means(Set.of(STRAGGLER_SKEW), "straggl", "skew", "slowest");
        means(Set.of(PIPELINE_BUBBLE), "bubble", "pipeline");
        means(Set.of(CHECKPOINT_STALL), "checkpoint", "ckpt", "saving");
        means(Set.of(PERIODIC_SIDE_WORK), "logging", "validation", "evaluation", "metrics");
        means(Set.of(WARMUP, PROVISIONING), "warm", "startup", "start-up", "compil", "cold", "boot", "provision");
        means(Set.of(QUEUE_WAIT), "queue", "pending", "schedul");
        means(Set.of(SYNC_STALL), "sync", ".item", "blocking");
        means(Set.of(LAUNCH_BOUND), "launch", "cudagraph", "cuda-graph");
        means(Set.of(HOST_SERIAL, HOST_CONTENTION), "cpu", "host", "python", "gil", "thread");
        means(Set.of(TRANSFER_BOUND), "transfer", "h2d", "d2h", "pcie", "copies", "copy", "pinned");
        means(
                Set.of(KERNEL_INEFFICIENT, MEMORY_BOUND, COMPUTE_BOUND),
                "kernel",
                "occupancy",
                "tensor-core",
                "matmul",
                "gemm");
        means(Set.of(MEMORY_BOUND), "bandwidth", "hbm", "dram");
        means(Set.of(MEMORY_CAPACITY), "oom", "out-of-memory", "memory");
        means(Set.of(UNDER_BATCHED), "batch");
        means(Set.of(THROTTLED), "throttl", "clock", "power", "thermal", "hot");
        means(Set.of(FAILURE_REWORK), "crash", "restart", "preempt", "lost-work");
        means(Set.of(REDUNDANT_WORK), "redundan", "duplicate", "recomput", "twice");
        means(Set.of(TAIL_DRAIN, IDLE_AFTER_FINISH), "tail", "drain", "idle-after");
        means(Set.of(OVER_ALLOCATION), "over-alloc", "fewer");
        means(Set.of(SERVING_INTERFERENCE), "interfer", "colocat", "co-locat");
    }

    private QuestionWords() {}

    private static void means(Set<Bottleneck> classes, String... beginnings) {
        for (String beginning : beginnings) {
            MEANT.computeIfAbsent(beginning, ignored -> EnumSet.noneOf(Bottleneck.class))
                    .addAll(classes);
        }
    }

    /** Returns the words of a text, in lower case; those next to each other also joined by a hyphen. */
    static List<String> of(String text) {
        return List.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9_.-]+", -1));
    }

    /** Returns the classes that the words name or mean; none if they leave it open. */
    static Set<Bottleneck> classes(Collection<String> words) {
        Set<Bottleneck> classes = EnumSet.noneOf(Bottleneck.class);
        String before = "";
        for (String word : words) {
            String pair = before + "-" + word;
            for (Bottleneck bottleneck : Bottleneck.values()) {
                if (word.replace('-', '_').equalsIgnoreCase(bottleneck.name())) {
                    classes.add(bottleneck);
                }
            }
            MEANT.forEach((beginning, meant) -> {
                if (word.startsWith(beginning) || pair.startsWith(beginning)) {
                    classes.addAll(meant);
                }
            });
            before = word;
        }
        return classes;
    }

    /** Returns how many words of a name are meant by words of the question: {@code ranker-train} by "training". */
    static int matches(Collection<String> words, String name) {
        int matches = 0;
        for (String part : name.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
            boolean isMeant = part.length() >= 3
                    && words.stream()
                            .flatMap(word -> List.of(word.split("[^a-z0-9]+", -1)).stream())
                            .anyMatch(word -> word.equals(part) || alike(word, part));
            matches += isMeant ? 1 : 0;
        }
        return matches;
    }

    private static boolean alike(String word, String part) {
        return Math.min(word.length(), part.length()) >= 4 && (word.startsWith(part) || part.startsWith(word));
    }
}
