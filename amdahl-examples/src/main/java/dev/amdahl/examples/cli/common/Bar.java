package dev.amdahl.examples.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far long work is and how long it will take, on standard error; nothing where nobody watches. Thread-safe. */
public final class Bar implements AutoCloseable {
    private static final Path COUNTS = Path.of("/proc/self/io");

    private static final String READ = "rchar: ";

    private static final int MILLIS = 500;
    private static final long FEW_BYTES = 10L << 20;
    /** What leaves room for a bar, its figures and the time left on 80 columns. */
    private static final int NAME = 30;

    private final @Nullable ProgressBar bar;
    private final @Nullable Ticking ticking;

    private Bar(@Nullable ProgressBar bar) {
        this(bar, null);
    }

    private Bar(@Nullable ProgressBar bar, @Nullable Ticking ticking) {
        this.bar = bar;
        this.ticking = ticking;
    }

    /** Moves a bar by itself. */
    private static final class Ticking extends TimerTask {
        private final Timer clock = new Timer("amdahl-progress", true);
        private final ProgressBar bar;
        private final LongSupplier done;

        Ticking(ProgressBar bar, LongSupplier done) {
            this.bar = bar;
            this.done = done;
        }

        void start() {
            clock.schedule(this, MILLIS, MILLIS);
        }

        @Override
        public void run() {
            bar.stepTo(Math.min(bar.getMax(), done.getAsLong()));
        }

        void end() {
            clock.cancel();
            run();
        }
    }

    private static Bar ticking(ProgressBar bar, LongSupplier done) {
        Ticking ticking = new Ticking(bar, done);
        ticking.start();
        return new Bar(bar, ticking);
    }

    /** Work of that many steps; the time left is shown. */
    public static Bar of(String task, long steps) {
        return new Bar(Terminal.isWatched() ? builder(task).setInitialMax(steps).build() : null);
    }

    /** Overload of {@code of}: of a number that is asked for only where somebody watches. */
    public static Bar of(String task, LongSupplier steps) {
        return Terminal.isWatched() ? of(task, steps.getAsLong()) : new Bar(null);
    }

    /** Work on so many bytes. */
    public static Bar ofBytes(String task, long bytes) {
        return new Bar(Terminal.isWatched() ? bytes(task, bytes) : null);
    }

    /** Work that reads so many bytes and does not say how far it is: what this process reads meanwhile counts, where the system tells. */
    public static Bar ofBytesRead(String task, long bytes) {
        OptionalLong before = now();
        if (!Terminal.isWatched() || before.isEmpty()) {
            return ofUnknownLength(task);
        }
        return ticking(bytes(task, bytes), () -> now().orElse(before.getAsLong()) - before.getAsLong());
    }

    private static ProgressBar bytes(String task, long bytes) {
        boolean isSmall = bytes < FEW_BYTES;
        return builder(task)
                .setInitialMax(bytes)
                .setUnit(isSmall ? " KiB" : " MiB", isSmall ? 1 << 10 : 1 << 20)
                .build();
    }

    /** Work that ends after that time at the latest: it moves by itself. */
    public static Bar lasting(String task, Duration most) {
        if (!Terminal.isWatched()) {
            return new Bar(null);
        }
        ProgressBar bar =
                builder(task).setInitialMax(most.toSeconds()).setUnit(" s", 1).build();
        return ticking(bar, () -> bar.getElapsedAfterStart().toSeconds());
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
                .setTaskName(shortened(task))
                .setStyle(style())
                .setUpdateIntervalMillis(MILLIS)
                .clearDisplayOnFinish();
    }

    /** Returns a name without its middle, where it is long. */
    static String shortened(String name) {
        int half = (NAME - 3) / 2;
        return name.length() <= NAME
                ? name
                : name.substring(0, NAME - 3 - half) + "..." + name.substring(name.length() - half);
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
        if (ticking != null) {
            ticking.end();
        }
        if (bar != null) {
            bar.close();
        }
    }

    /** So far; empty where nobody counts. */
    private static OptionalLong now() {
        if (!Files.isReadable(COUNTS)) {
            return OptionalLong.empty();
        }
        try (Stream<String> lines = Files.lines(COUNTS)) {
            return lines.filter(line -> line.startsWith(READ))
                    .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
