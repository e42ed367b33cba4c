package dev.amdahl.profilers.internal.stacks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Time from rows of a branch trace (Intel PT: {@code call}, {@code return}, {@code tr strt}, {@code tr end}). The time between two
 * rows of a thread belongs to the function that holds the later row's branch; between the end of tracing and its next start the thread
 * was outside what is traced, in the kernel or off the processor, and the time belongs to the function that went there. Not
 * thread-safe.
 */
final class BranchTrace {
    private static final int MAX_THREADS = 10_000;
    private static final Set<String> ROWS =
            Set.of("call", "return", "tr", "jmp", "jcc", "syscall", "sysret", "int", "iret", "async");

    private final StackTotals totals;
    private final Map<Long, Row> last = new HashMap<>();
    private long rows;
    private double inside;
    private double outside;

    BranchTrace(StackTotals totals) {
        this.totals = totals;
    }

    private record Row(long nanos, String function, boolean isEnd) {}

    static boolean isRow(PerfHeader header) {
        return !header.rest().isEmpty()
                && ROWS.contains(header.rest().get(0))
                && header.event().isEmpty();
    }

    void add(PerfHeader header) {
        rows++;
        List<String> words = header.rest();
        boolean isTracing = words.get(0).equals("tr") && words.size() > 1;
        boolean isStart = isTracing && words.get(1).equals("strt");
        boolean isEnd = isTracing && words.get(1).equals("end");
        String function = function(words);
        Row before = last.get(header.thread());
        if (before != null && header.nanos() >= before.nanos()) {
            double seconds = (header.nanos() - before.nanos()) / 1e9;
            if (before.isEnd()) {
                outside += seconds;
                totals.add(List.of(before.function()), seconds, Weight.OFF_CPU_SECONDS);
            } else {
                inside += seconds;
                totals.add(List.of(function), seconds, Weight.ON_CPU_SECONDS);
            }
        }
        if (before != null || last.size() < MAX_THREADS) {
            last.put(header.thread(), new Row(header.nanos(), isStart ? "[start of tracing]" : function, isEnd));
        }
    }

    boolean isEmpty() {
        return rows == 0;
    }

    Map<String, Double> counters() {
        return Map.of("branch_rows", (double) rows, "traced_seconds", inside, "untraced_seconds", outside);
    }

    /** Returns the symbol beside the branch's own address: the last address of the row and what follows it. */
    private static String function(List<String> words) {
        for (int i = words.size() - 1; i > 0; i--) {
            boolean isAddress = words.get(i).matches("[0-9a-f]{1,16}") && i + 1 < words.size();
            if (isAddress) {
                return PerfFrame.of(String.join(" ", words.subList(i, words.size())))
                        .orElse("[unknown]");
            }
        }
        return "[unknown]";
    }
}
