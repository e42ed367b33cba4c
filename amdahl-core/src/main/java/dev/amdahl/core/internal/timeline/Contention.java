package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Tells host code that ran from host code that was kept from running, where no lane does: of the time in which the job's threads
 * wanted a processor ({@code cpu_user_seconds}, {@code cpu_system_seconds}, and their waits), the share in which they waited for one
 * ({@code run_queue_delay_seconds}, in which the kernel counts a quota's throttling too; where that was not measured, {@code
 * cpu_throttled_seconds}) is taken out of the host-serial and launch-bound seconds.
 */
final class Contention {
    private Contention() {}

    /** Returns the share of the time wanted that was not given; empty where it was not measured. */
    static OptionalDouble share(Map<String, Double> counters) {
        OptionalDouble queued = ProcessAccounts.counter(counters, "run_queue_delay_seconds");
        OptionalDouble throttled = ProcessAccounts.counter(counters, "cpu_throttled_seconds");
        OptionalDouble user = ProcessAccounts.counter(counters, "cpu_user_seconds");
        OptionalDouble system = ProcessAccounts.counter(counters, "cpu_system_seconds");
        if ((queued.isEmpty() && throttled.isEmpty()) || user.isEmpty() || system.isEmpty()) {
            return OptionalDouble.empty();
        }
        double waited = queued.orElseGet(() -> throttled.orElse(0));
        double wanted = user.getAsDouble() + system.getAsDouble() + waited;
        return wanted > 0 ? OptionalDouble.of(waited / wanted) : OptionalDouble.empty();
    }

    /** Accounts of a run without lanes of lost processor time, with that share moved. */
    static List<Account> split(List<Account> accounts, Map<String, Double> counters) {
        double share = share(counters).orElse(0);
        boolean isShown = accounts.stream().anyMatch(account -> account.bottleneck() == Bottleneck.HOST_CONTENTION);
        if (share == 0 || isShown) {
            return accounts;
        }
        List<Account> result = new ArrayList<>();
        double wall = 0;
        double accelerator = 0;
        for (Account account : accounts) {
            boolean isCode =
                    account.bottleneck() == Bottleneck.HOST_SERIAL || account.bottleneck() == Bottleneck.LAUNCH_BOUND;
            double left = isCode ? 1 - share : 1;
            wall += (1 - left) * account.wallSeconds();
            accelerator += (1 - left) * account.acceleratorSeconds();
            if (left > 0) {
                result.add(new Account(
                        account.bottleneck(), left * account.wallSeconds(), left * account.acceleratorSeconds()));
            }
        }
        if (wall > 0) {
            result.add(new Account(Bottleneck.HOST_CONTENTION, wall, accelerator));
        }
        return result;
    }
}
