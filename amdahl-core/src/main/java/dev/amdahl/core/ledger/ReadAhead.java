package dev.amdahl.core.ledger;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a source run ahead on a thread of its own, so far and no further, while the caller takes what it shows, in order. A failure of the
 * source comes after all that it showed before; one of the caller ends the source. Used once. Not thread-safe.
 */
final class ReadAhead<T> {
    private static final int AT_ONCE = 128;
    /** At least two, so that a source that is told to stop never waits for room. */
    private static final int WAITING = 8;

    private final BlockingQueue<List<T>> queue = new ArrayBlockingQueue<>(WAITING);
    private List<T> batch = new ArrayList<>(AT_ONCE);
    private @Nullable Throwable failure;
    private volatile boolean isStopped;

    private ReadAhead() {}

    /** Shows all that the source shows; returns, or fails, once its thread has ended. */
    static <T> void forEach(String thread, Consumer<Consumer<T>> source, Consumer<T> reader) {
        ReadAhead<T> ahead = new ReadAhead<>();
        Thread runner = new Thread(() -> ahead.run(source), thread);
        runner.setDaemon(true);
        runner.start();
        try {
            ahead.take(reader);
        } finally {
            ahead.isStopped = true;
            ahead.queue.clear();
            Uninterruptibles.joinUninterruptibly(runner);
        }
        if (ahead.failure instanceof Error error) {
            throw error;
        }
        if (ahead.failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private void take(Consumer<T> reader) {
        for (List<T> next = Uninterruptibles.takeUninterruptibly(queue);
                !next.isEmpty();
                next = Uninterruptibles.takeUninterruptibly(queue)) {
            next.forEach(reader);
        }
    }

    private void run(Consumer<Consumer<T>> source) {
        try {
            source.accept(this::add);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        if (!batch.isEmpty()) {
            hand(batch);
        }
        hand(List.of());
    }

    private void add(T thing) {
        if (isStopped) {
            throw new CancellationException("nobody reads on");
        }
        batch.add(thing);
        if (batch.size() == AT_ONCE) {
            hand(batch);
            batch = new ArrayList<>(AT_ONCE);
        }
    }

    private void hand(List<T> things) {
        Uninterruptibles.putUninterruptibly(queue, things);
    }
}
