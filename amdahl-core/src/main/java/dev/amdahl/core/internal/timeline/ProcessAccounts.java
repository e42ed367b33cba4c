package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Coarse accounts of a run without a trace, from the counters of its process tree. What they do not tell is unattributed:
 *
 * <ul>
 *   <li>PRODUCTIVE: {@code device_busy_fraction} of the wall, where measured.
 *   <li>INPUT_STARVATION or CHECKPOINT_STALL: {@code io_wait_seconds}, where measured and where reads or writes are at least
 *       ten times the other.
 *   <li>HOST_CONTENTION: {@code cpu_system_seconds} where context switches reach the bound (2,000 per second and core).
 *   <li>HOST_SERIAL: {@code cpu_user_seconds}, only where the device's idle time is measured, else user time may be the
 *       work itself; of a run without a device user and system time, of which nobody can say whether it is the work.
 * </ul>
 *
 * In this order, each at most what is left of the wall.
 *
 * @param accounts one per class with time
 * @param gapSeconds accelerator-seconds that are not known to be productive
 */
public record ProcessAccounts(List<Account> accounts, double gapSeconds) {
    private static final double DOMINATES = 10;

    public ProcessAccounts {
        accounts = List.copyOf(accounts);
    }

    /** Returns the same within the phases that a timeline without accelerators marks, such as a job's log. */
    static ProcessAccounts of(Map<String, Double> counters, JobRunFacts facts, Timeline marked, Thresholds thresholds) {
        double wall = facts.wallNanos() / 1e9;
        OptionalDouble busy = counter(counters, "device_busy_fraction");
        List<Account> accounts = new ArrayList<>();
        double left = wall;
        if (marked.isEpochBased()) {
            Attribution phases = Attribution.of(marked, facts, thresholds);
            left -= add(accounts, Bottleneck.WARMUP, mean(phases, Bottleneck.WARMUP), left, facts);
            left -= add(
                    accounts, Bottleneck.IDLE_AFTER_FINISH, mean(phases, Bottleneck.IDLE_AFTER_FINISH), left, facts);
        }
        left -= add(accounts, Bottleneck.PRODUCTIVE, busy.orElse(0) * wall, left, facts);
        double gap = left;
        if (facts.isOnProcessor() && facts.steps().isPresent()) {
            StepTotals steps = facts.steps().get();
            left -= add(accounts, Bottleneck.WARMUP, SampledSteps.before(steps, facts), left, facts);
            left -= add(accounts, Bottleneck.INPUT_STARVATION, steps.waited(), left, facts);
            left -= add(accounts, Bottleneck.CHECKPOINT_STALL, steps.saved(), left, facts);
        }
        left -= ioWait(accounts, counters, left, facts);
        if (switchesPerSecondAndCore(counters, facts).orElse(0) >= thresholds.wakeupsPerSecond()) {
            double system = counter(counters, "cpu_system_seconds").orElse(0);
            left -= add(accounts, Bottleneck.HOST_CONTENTION, system, left, facts);
        }
        if (busy.isPresent() || facts.isOnProcessor()) {
            double user = counter(counters, "cpu_user_seconds").orElse(0);
            double system = busy.isPresent()
                    ? 0
                    : counter(counters, "cpu_system_seconds").orElse(0);
            left -= add(accounts, Bottleneck.HOST_SERIAL, user + system, left, facts);
        }
        add(accounts, Bottleneck.UNATTRIBUTED, left, left, facts);
        addHeld(accounts, facts);
        return new ProcessAccounts(accounts, gap * facts.accelerators());
    }

    /** Voluntary and involuntary context switches per second of wall and core; empty unless all was measured. */
    static OptionalDouble switchesPerSecondAndCore(Map<String, Double> counters, JobRunFacts facts) {
        OptionalDouble voluntary = counter(counters, "voluntary_switches");
        OptionalDouble involuntary = counter(counters, "involuntary_switches");
        OptionalDouble wall = counter(counters, "wall_seconds");
        if (voluntary.isEmpty()
                || involuntary.isEmpty()
                || wall.isEmpty()
                || facts.cores().isEmpty()) {
            return OptionalDouble.empty();
        }
        double perCore = wall.getAsDouble() * facts.cores().getAsInt();
        return perCore > 0
                ? OptionalDouble.of((voluntary.getAsDouble() + involuntary.getAsDouble()) / perCore)
                : OptionalDouble.empty();
    }

    private static double mean(Attribution phases, Bottleneck bottleneck) {
        return phases.nanos(bottleneck) / 1e9 / phases.accelerators();
    }

    static OptionalDouble counter(Map<String, Double> counters, String name) {
        Double value = counters.get(name);
        return value == null || !(value >= 0) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static double ioWait(List<Account> accounts, Map<String, Double> counters, double left, JobRunFacts facts) {
        OptionalDouble read = counter(counters, "read_bytes");
        OptionalDouble written = counter(counters, "write_bytes");
        double wait = counter(counters, "io_wait_seconds").orElse(0);
        if (read.isEmpty() || written.isEmpty() || wait == 0) {
            return 0;
        }
        if (read.getAsDouble() >= DOMINATES * written.getAsDouble()) {
            return add(accounts, Bottleneck.INPUT_STARVATION, wait, left, facts);
        }
        if (written.getAsDouble() >= DOMINATES * read.getAsDouble()) {
            return add(accounts, Bottleneck.CHECKPOINT_STALL, wait, left, facts);
        }
        return 0;
    }

    static void addHeld(List<Account> accounts, JobRunFacts facts) {
        double provisioning = facts.provisioningSeconds();
        add(accounts, Bottleneck.PROVISIONING, provisioning, provisioning, facts);
        if (facts.queueSeconds() > 0) {
            accounts.add(new Account(Bottleneck.QUEUE_WAIT, facts.queueSeconds(), 0));
        }
    }

    private static double add(
            List<Account> accounts, Bottleneck bottleneck, double seconds, double left, JobRunFacts facts) {
        double taken = Math.max(0, Math.min(seconds, left));
        if (taken > 0) {
            accounts.add(new Account(bottleneck, taken, taken * facts.accelerators()));
        }
        return taken;
    }
}
