package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Locale;

/** What is looked for, and the class that its seconds belong to where it is hot. */
enum SiteKind {
    /** The host reads one value of the device: {@code .item()}, {@code float(tensor)}. */
    SCALAR_READ(Bottleneck.SYNC_STALL),
    /** The host copies from the device and waits: {@code .cpu()}, {@code .numpy()}, {@code .tolist()}. */
    HOST_COPY(Bottleneck.SYNC_STALL),
    /** A tensor is printed. */
    TENSOR_PRINT(Bottleneck.SYNC_STALL),
    /** A tensor is asserted. */
    TENSOR_ASSERT(Bottleneck.SYNC_STALL),
    /** A branch on a tensor. */
    TRUTH_TEST(Bottleneck.SYNC_STALL),
    /** An explicit wait for the device. */
    DEVICE_WAIT(Bottleneck.SYNC_STALL),
    /** The allocator's cache is given back in a loop. */
    CACHE_RELEASE(Bottleneck.SYNC_STALL),
    /** A loader without worker processes. */
    LOADER_WORKERS(Bottleneck.INPUT_STARVATION),
    /** A loader without page-locked memory. */
    LOADER_PINNING(Bottleneck.TRANSFER_BOUND),
    /** A loader with workers and the default prefetch. */
    LOADER_PREFETCH(Bottleneck.INPUT_STARVATION),
    /** A loader that starts its workers again for each epoch. */
    LOADER_RESTART(Bottleneck.INPUT_STARVATION),
    /** A copy to the device in a loop that the host waits for. */
    BLOCKING_COPY(Bottleneck.TRANSFER_BOUND),
    /** A checkpoint in a loop. */
    CHECKPOINT(Bottleneck.CHECKPOINT_STALL),
    /** Logging in each step. */
    STEP_LOGGING(Bottleneck.PERIODIC_SIDE_WORK),
    /** The number of threads is set. */
    THREAD_SETTING(Bottleneck.HOST_CONTENTION),
    /** A thread sleeps or parks in a loop. */
    SLEEP(Bottleneck.HOST_CONTENTION),
    /** A lock is taken in a loop. */
    LOCK(Bottleneck.HOST_CONTENTION),
    /** Parallel work is started for little or again and again. */
    SMALL_PARALLEL(Bottleneck.HOST_CONTENTION),
    /** One task after the other is waited for in a loop. */
    FUTURE_WAIT(Bottleneck.HOST_SERIAL),
    /** A garbage collection is asked for. */
    COLLECTION(Bottleneck.HOST_SERIAL);

    private final Bottleneck suggests;

    SiteKind(Bottleneck suggests) {
        this.suggests = suggests;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Bottleneck suggests() {
        return suggests;
    }
}
