package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.RunPlan;
import java.util.function.Supplier;
import org.slf4j.MDC;

/**
 * The keys under which log lines say what they are about, in SLF4J's mapped diagnostic context. What a host had under a key stands there
 * again afterwards, also after an error. Stateless, thread-safe.
 */
public final class LogContext {
    /** The cycle: the fence number of its lease. */
    public static final String CYCLE = "cycle_id";
    /** The hypothesis that is worked on. */
    public static final String HYPOTHESIS = "hypothesis_id";
    /** The idempotency key of the run that is worked on. */
    public static final String RUN = "run_id";

    private LogContext() {}

    /** Works with a value under a key. */
    public static <T> T with(String key, String value, Supplier<T> work) {
        String before = MDC.get(key);
        MDC.put(key, value);
        try {
            return work.get();
        } finally {
            if (before == null) {
                MDC.remove(key);
            } else {
                MDC.put(key, before);
            }
        }
    }

    /** Works with a value under a key. */
    public static void with(String key, String value, Runnable work) {
        with(key, value, () -> {
            work.run();
            return value;
        });
    }

    /** Works on a run, and on the hypothesis that it is for. */
    public static void during(RunPlan plan, Runnable work) {
        Runnable onRun = () -> with(RUN, plan.key(), work);
        if (plan.hypothesis().isEmpty()) {
            onRun.run();
        } else {
            with(HYPOTHESIS, plan.hypothesis(), onRun);
        }
    }
}
