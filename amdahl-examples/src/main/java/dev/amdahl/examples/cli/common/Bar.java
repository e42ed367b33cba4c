package dev.amdahl.examples.cli.common;

import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far long work is and how long it will take, on standard error; nothing where nobody watches. Thread-safe. */
public final class Bar implements AutoCloseable {
    private static final int MILLIS = 500;

    private final @Nullable ProgressBar bar;

    private Bar(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Work of that many steps; the time left is shown. */
    public static Bar of(String task, long steps) {
        return new Bar(Terminal.isWatched() ? builder(task).setInitialMax(steps).build() : null);
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
                .setStyle(
                        Terminal.wantsColours()
                                ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK
                                : ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(MILLIS)
                .clearDisplayOnFinish();
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
        if (bar != null) {
            bar.close();
        }
    }
}
