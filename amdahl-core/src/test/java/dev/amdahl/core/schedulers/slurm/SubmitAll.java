package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.spi.AmdahlException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that submits trials one after the other as a loop does: it asks first, and again while an outcome is not known. */
final class SubmitAll {
    private SubmitAll() {}

    /** Arguments: the root, the cluster's configuration, how many. */
    public static void main(String[] arguments) {
        SlurmScheduler scheduler = new SlurmContext(
                        Path.of(arguments[0]), Map.of("conf", arguments[1], "command-timeout", "5s"), Clock.systemUTC())
                .scheduler();
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            String key = "t" + i;
            while (!isSubmitted(scheduler, key)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    private static boolean isSubmitted(SlurmScheduler scheduler, String key) {
        try {
            if (scheduler.find(key).isEmpty()) {
                scheduler.submit(Batch.of(key, "true"));
            }
            return true;
        } catch (AmdahlException unknown) {
            return false;
        }
    }
}
