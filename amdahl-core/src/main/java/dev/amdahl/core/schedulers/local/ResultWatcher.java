package dev.amdahl.core.schedulers.local;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a trial's record to appear, without polling the processors that trials measure on. */
final class ResultWatcher {
    /** How often to look for what shows no event: a killed script, a slot freed elsewhere. */
    private static final Duration SLICE = Duration.ofSeconds(1);

    private ResultWatcher() {}

    /**
     * Returns once the condition holds, or after that time; asks it only when something may have changed.
     *
     * @param trials those whose end may change it; asked for again each time
     */
    static void await(Supplier<? extends Collection<Path>> trials, Duration atMost, BooleanSupplier isOver)
            throws IOException, InterruptedException {
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            Duration left = atMost;
            boolean isChanged = true;
            while (left.compareTo(Duration.ZERO) > 0) {
                if (isChanged) {
                    register(trials.get(), watch);
                    if (isOver.getAsBoolean()) {
                        return;
                    }
                }
                Duration slice = left.compareTo(SLICE) < 0 ? left : SLICE;
                WatchKey key = watch.poll(slice.toNanos(), TimeUnit.NANOSECONDS);
                isChanged = key == null || isEnd(key);
                left = key == null ? left.minus(slice) : left;
            }
        }
    }

    private static void register(Collection<Path> trials, WatchService watch) throws IOException {
        for (Path trial : trials) {
            if (Files.isDirectory(trial)) {
                trial.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            }
        }
    }

    private static boolean isEnd(WatchKey key) {
        boolean isEnd = false;
        for (WatchEvent<?> event : key.pollEvents()) {
            String name = String.valueOf(event.context());
            isEnd |= event.kind() == StandardWatchEventKinds.OVERFLOW
                    || name.equals("result.properties")
                    || name.equals("cancelled");
        }
        return !key.reset() || isEnd;
    }
}
