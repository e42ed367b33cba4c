package dev.amdahl.core.internal.timeline;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Accelerator-nanoseconds by class, exact. Not thread-safe. */
final class Nanos {
    private final Map<Bottleneck, long[]> values = new EnumMap<>(Bottleneck.class);

    Nanos() {
        for (Bottleneck bottleneck : Bottleneck.values()) {
            values.put(bottleneck, new long[1]);
        }
    }

    void add(Bottleneck bottleneck, long nanos) {
        if (nanos < 0) {
            throw new IllegalStateException("negative time for " + bottleneck + ": " + nanos + " ns");
        }
        cell(bottleneck)[0] += nanos;
    }

    long of(Bottleneck bottleneck) {
        return cell(bottleneck)[0];
    }

    private long[] cell(Bottleneck bottleneck) {
        return requireNonNull(values.get(bottleneck));
    }

    /** Returns one account per class with time; the wall view is the mean over the accelerators, with the queue added. */
    List<Account> accounts(int accelerators, double queueSeconds) {
        List<Account> accounts = new ArrayList<>();
        for (Bottleneck bottleneck : Bottleneck.values()) {
            double seconds = of(bottleneck) / 1e9;
            double queue = bottleneck == Bottleneck.QUEUE_WAIT ? queueSeconds : 0;
            if (seconds > 0 || queue > 0) {
                accounts.add(new Account(bottleneck, seconds / accelerators + queue, seconds));
            }
        }
        return accounts;
    }
}
