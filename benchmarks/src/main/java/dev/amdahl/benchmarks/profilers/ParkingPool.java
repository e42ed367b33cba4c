package dev.amdahl.benchmarks.profilers;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Threads that sleep between pieces of work, as pools of BLAS libraries do that do not spin: each call wakes all of them and sleeps until
 * the last is done. One caller at a time.
 */
final class ParkingPool implements AutoCloseable {
    private final Thread[] threads;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile IntConsumer piece = index -> {};
    private volatile Thread caller = Thread.currentThread();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean isClosed;

    ParkingPool(int size) {
        threads = IntStream.range(0, size)
                .mapToObj(index -> new Thread(() -> work(index), "parking-" + index))
                .toArray(Thread[]::new);
        for (Thread thread : threads) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Runs a piece on each thread, given its index; returns when all are done. */
    void run(IntConsumer work) {
        caller = Thread.currentThread();
        piece = work;
        pending.set(threads.length);
        calls.incrementAndGet();
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        while (pending.get() > 0) {
            LockSupport.park(this);
        }
    }

    private void work(int index) {
        int seen = 0;
        while (true) {
            while (calls.get() == seen && !isClosed) {
                LockSupport.park(this);
            }
            if (isClosed) {
                return;
            }
            seen = calls.get();
            piece.accept(index);
            if (pending.decrementAndGet() == 0) {
                LockSupport.unpark(caller);
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
    }
}
