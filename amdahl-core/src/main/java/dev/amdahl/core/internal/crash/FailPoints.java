package dev.amdahl.core.internal.crash;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports each {@link FailPoint} that the code passes to the handler that a test installed; without one, does nothing. Thread-safe. */
public final class FailPoints {
    private static volatile @Nullable Consumer<FailPoint> handler;

    private FailPoints() {}

    /** Called where the code passes a point; returns unless the handler throws or ends the process. */
    public static void hit(FailPoint point) {
        Consumer<FailPoint> armed = handler;
        if (armed != null) {
            armed.accept(point);
        }
    }

    /** Installs a handler, which may throw, for every thread of this process until the returned object is closed. */
    public static Installed install(Consumer<FailPoint> replacement) {
        Consumer<FailPoint> before = handler;
        handler = replacement;
        return () -> handler = before;
    }

    /** Closing it brings back the handler before. */
    @FunctionalInterface
    public interface Installed extends AutoCloseable {
        @Override
        void close();
    }
}
