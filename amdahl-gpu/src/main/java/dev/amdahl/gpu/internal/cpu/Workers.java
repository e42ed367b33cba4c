package dev.amdahl.gpu.internal.cpu;

import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Threads that share the parts of one piece of work; they are daemons. Thread-safe. */
final class Workers {
    private final ForkJoinPool pool;

    Workers(int parallelism) {
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism must be at least 1, was " + parallelism);
        }
        this.pool = new ForkJoinPool(parallelism);
    }

    int parallelism() {
        return pool.getParallelism();
    }

    /** Does each part once, and returns when all are done; the first failure is thrown as it is. */
    void each(long parts, LongConsumer part) {
        if (parts == 1) {
            part.accept(0);
        } else {
            pool.submit(() -> LongStream.range(0, parts).parallel().forEach(part))
                    .join();
        }
    }

    void stop() {
        pool.shutdown();
    }
}
