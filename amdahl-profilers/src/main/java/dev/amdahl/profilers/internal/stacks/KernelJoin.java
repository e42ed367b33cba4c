package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.HotFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Gives each kernel's time to the host frame that launched it, by process and correlation. Not thread-safe. */
final class KernelJoin {
    private static final int SHOWN_PAIRS = 3;
    private static final int MAX_PAIRS = 100_000;

    private final Labels labels;
    private final Map<Key, Integer> launches = new HashMap<>();
    private final List<Waiting> kernels = new ArrayList<>();
    private final Map<Integer, Double> nanosByFrame = new HashMap<>();
    private final Map<Pair, Double> nanosByPair = new HashMap<>();
    private long joined;
    private double joinedNanos;
    private double aloneNanos;
    private long alone;
    private boolean isDone;
    private int used;

    KernelJoin(Labels labels) {
        this.labels = labels;
    }

    private record Key(long process, long correlation) {}

    private record Pair(int frame, int kernel) {}

    private record Waiting(Key key, int kernel, long nanos) {}

    void launch(long process, long correlation, String frame) {
        launches.put(new Key(process, correlation), labels.of(frame));
    }

    void kernel(long process, long correlation, String kernel, long nanos) {
        kernels.add(new Waiting(new Key(process, correlation), labels.of(kernel), nanos));
    }

    void whole(String frame, String kernel, long nanos) {
        add(labels.of(frame), labels.of(kernel), nanos);
    }

    Map<String, Double> counters() {
        finish();
        return Map.of(
                "correlated_kernels",
                (double) joined,
                "correlated_device_seconds",
                joinedNanos / 1e9,
                "uncorrelated_kernels",
                (double) alone,
                "uncorrelated_device_seconds",
                aloneNanos / 1e9);
    }

    /** Host frames by the device seconds that they caused. */
    List<HotFrame> hotFrames() {
        finish();
        return nanosByFrame.entrySet().stream()
                .map(frame -> new HotFrame(labels.name(frame.getKey()), frame.getValue() / 1e9))
                .sorted(Comparator.comparingDouble(HotFrame::seconds).reversed().thenComparing(HotFrame::frame))
                .limit(1000)
                .toList();
    }

    List<String> findings() {
        finish();
        List<String> findings = new ArrayList<>();
        findings.add("hot frames are device seconds, each given to the host frame that launched the kernel");
        nanosByPair.entrySet().stream()
                .sorted(Map.Entry.<Pair, Double>comparingByValue().reversed())
                .limit(SHOWN_PAIRS)
                .forEach(pair -> findings.add(String.format(
                        Locale.ROOT,
                        "%s launched %s: %.9f device seconds",
                        labels.name(pair.getKey().frame()),
                        labels.name(pair.getKey().kernel()),
                        pair.getValue() / 1e9)));
        if (alone > 0) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%s (%.9f s) without a host stack of the same correlation",
                    Plurals.of(alone, "kernel"),
                    aloneNanos / 1e9));
        }
        int unused = launches.size() - used;
        if (unused > 0) {
            findings.add(Plurals.of(unused, "launch") + " without a kernel of the same correlation");
        }
        return findings;
    }

    private void finish() {
        if (isDone) {
            return;
        }
        isDone = true;
        Set<Key> seen = new HashSet<>();
        for (Waiting kernel : kernels) {
            Integer frame = launches.get(kernel.key());
            if (frame == null) {
                alone++;
                aloneNanos += kernel.nanos();
            } else {
                seen.add(kernel.key());
                add(frame, kernel.kernel(), kernel.nanos());
            }
        }
        used = seen.size();
        kernels.clear();
    }

    private void add(int frame, int kernel, long nanos) {
        joined++;
        joinedNanos += nanos;
        nanosByFrame.merge(frame, (double) nanos, Double::sum);
        Pair pair = new Pair(frame, kernel);
        if (nanosByPair.size() < MAX_PAIRS || nanosByPair.containsKey(pair)) {
            nanosByPair.merge(pair, (double) nanos, Double::sum);
        }
    }
}
