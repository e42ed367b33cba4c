package dev.amdahl.examples.cli.common;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far long work is and how long it will take, on standard error; nothing where nobody watches. Thread-safe. */
public final class Bar implements AutoCloseable {
    private static final int MILLIS = 500;

    private final @Nullable ProgressBar bar;
    private final @Nullable Timer clock;

    private Bar(@Nullable ProgressBar bar) {
        this(bar, null);
    }

    private Bar(@Nullable ProgressBar bar, @Nullable Timer clock) {
        this.bar = bar;
        this.clock = clock;
    }

    /** Work of that many steps; the time left is shown. */
    public static Bar of(String task, long steps) {
        return new Bar(Terminal.isWatched() ? builder(task).setInitialMax(steps).build() : null);
    }

    /** As above, of a number that is asked for only where somebody watches. */
    public static Bar of(String task, LongSupplier steps) {
        return Terminal.isWatched() ? of(task, steps.getAsLong()) : new Bar(null);
    }

    /** Work on so many bytes. */
    public static Bar ofBytes(String task, long bytes) {
        return new Bar(
                Terminal.isWatched()
                        ? builder(task)
                                .setInitialMax(bytes)
                                .setUnit(" MiB", 1 << 20)
                                .build()
                        : null);
    }

    /** Work that ends after that time at the latest: it moves by itself. */
    public static Bar lasting(String task, Duration most) {
        if (!Terminal.isWatched()) {
            return new Bar(null);
        }
        ProgressBar bar =
                builder(task).setInitialMax(most.toSeconds()).setUnit(" s", 1).build();
        Timer clock = new Timer("amdahl-progress", true);
        clock.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        bar.stepTo(Math.min(
                                most.toSeconds(), bar.getElapsedAfterStart().toSeconds()));
                    }
                },
                MILLIS,
                MILLIS);
        return new Bar(bar, clock);
    }

    /** Work that nobody knows the length of: only the time it has taken is shown. */
    public static Bar ofUnknownLength(String task) {
        return new Bar(
                Terminal.isWatched() ? builder(task).setInitialMax(-1).hideEta().build() : null);
    }

    /** Does work that nobody knows the length of. */
    public static <T> T during(String task, Supplier<T> work) {
        Bar bar = ofUnknownLength(task);
        try {
            return work.get();
        } finally {
            bar.close();
        }
    }

    private static ProgressBarBuilder builder(String task) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(style())
                .setUpdateIntervalMillis(MILLIS)
                .clearDisplayOnFinish();
    }

    private static ProgressBarStyle style() {
        if (!Terminal.showsBlocks()) {
            return ProgressBarStyle.ASCII;
        }
        return Terminal.wantsColours() ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK : ProgressBarStyle.UNICODE_BLOCK;
    }

    /** So many steps of the work are done. */
    public void at(long done) {
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    /** The same of so many in all, where their number has become known or has changed. */
    public void at(long done, long steps) {
        if (bar != null) {
            bar.maxHint(steps);
            bar.stepTo(done);
        }
    }

    /** What is being done now. */
    public void note(String what) {
        if (bar != null) {
            bar.setExtraMessage(" " + what);
        }
    }

    @Override
    public void close() {
        if (clock != null) {
            clock.cancel();
        }
        if (bar != null) {
            bar.close();
        }
    }
}
