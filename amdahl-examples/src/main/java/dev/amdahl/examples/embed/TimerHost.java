package dev.amdahl.examples.embed;

import dev.amdahl.core.schedulers.local.LocalScheduler;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The loop on a plain timer of the JDK. */
public final class TimerHost {
    private TimerHost() {}

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args.length > 0 ? args[0] : ".");
        LocalScheduler scheduler = LocalScheduler.at(folder.resolve("trials"));
        CycleTask cycle =
                new CycleTask(folder.resolve("amdahl").toString(), ledger -> NightlySum.loop(ledger, scheduler));
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> ticks = timer.scheduleWithFixedDelay(cycle, 0, 50, TimeUnit.MILLISECONDS);
        cycle.idle().join();
        ticks.cancel(false);
        timer.shutdown();
        timer.awaitTermination(1, TimeUnit.MINUTES);
    }
}
