package dev.amdahl.profilers.internal.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The totals of a process and all that it starts. Counts never fall: what a process had counted when it vanished stays, either in
 * the ancestor that reaped it or here. Not thread-safe.
 */
final class ProcessTree {
    private final ProcReader reader;
    private final Counts gone = new Counts();
    private Map<Long, ProcReader.Entry> processes = new LinkedHashMap<>();
    private Map<Long, Counts> threads = new HashMap<>();

    ProcessTree(ProcReader reader, long root) {
        this.reader = reader;
        reader.process(root).ifPresent(process -> processes.put(root, process));
    }

    /** Returns how long ago the root began, s. */
    Optional<Double> age() {
        return processes.values().stream().findFirst().flatMap(reader::age);
    }

    /**
     * The tree at one moment.
     *
     * @param running processes that are alive
     * @param totals counts since each process began
     */
    record Sample(int running, Counts totals) {}

    Sample sample() {
        Map<Long, ProcReader.Entry> seen = new LinkedHashMap<>();
        Map<Long, Counts> seenThreads = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>(processes.keySet());
        while (!open.isEmpty()) {
            long pid = open.remove();
            if (!seen.containsKey(pid)) {
                process(pid).ifPresent(process -> {
                    seen.put(pid, process);
                    for (long thread : reader.threads(pid)) {
                        seenThreads.put(thread, reader.thread(pid, thread));
                        open.addAll(reader.children(pid, thread));
                    }
                });
            }
        }
        keepWhatVanished(seen, seenThreads);
        processes = seen;
        threads = seenThreads;
        Counts totals = new Counts();
        totals.addAll(gone);
        seen.values().forEach(process -> totals.addAll(process.counts()));
        seenThreads.values().forEach(totals::addAll);
        int running = (int) seen.values().stream().filter(p -> !p.isZombie()).count();
        return new Sample(running, totals);
    }

    private Optional<ProcReader.Entry> process(long pid) {
        Optional<ProcReader.Entry> now = reader.process(pid);
        ProcReader.Entry before = processes.get(pid);
        if (now.isEmpty() || before == null) {
            return now;
        }
        if (now.get().started() != before.started()) {
            return Optional.empty();
        }
        now.get().counts().fillFrom(before.counts());
        return now;
    }

    private void keepWhatVanished(Map<Long, ProcReader.Entry> seen, Map<Long, Counts> seenThreads) {
        processes.forEach((pid, process) -> {
            if (!seen.containsKey(pid) && !isReapedInside(process, seen)) {
                gone.addAll(process.counts());
            }
        });
        threads.forEach((thread, counts) -> {
            Counts now = seenThreads.get(thread);
            if (now == null) {
                gone.addAll(counts);
            } else {
                now.fillFrom(counts);
            }
        });
    }

    /** Returns whether an ancestor is still there: then the kernel has added the counts to it. */
    private boolean isReapedInside(ProcReader.Entry process, Map<Long, ProcReader.Entry> seen) {
        long parent = process.parent();
        while (!seen.containsKey(parent) && processes.containsKey(parent)) {
            parent = processes.get(parent).parent();
        }
        return seen.containsKey(parent);
    }
}
