package dev.amdahl.core.crash;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the code passes a {@link FailPoint}. Does nothing unless the system property {@code amdahl.failpoint} was set when the
 * process began (see {@link FailPlan}) or a test installed a handler. Thread-safe.
 */
public final class FailPoints {
    /** The system property that arms a process. */
    public static final String PROPERTY = "amdahl.failpoint";

    private static volatile @Nullable Consumer<FailPoint> handler = Optional.ofNullable(System.getProperty(PROPERTY))
            .map(FailPlan::parse)
            .orElse(null);

    private FailPoints() {}

    /** The code has come to a point; returns unless a fault is armed there. */
    public static void hit(FailPoint point) {
        Consumer<FailPoint> armed = handler;
        if (armed != null) {
            armed.accept(point);
        }
    }

    /** Until it is closed, every thread of this process shows each point it passes to that handler, which may throw. */
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
